/** The only script of the owner's screens. They work without it; it never hydrates them. */
import { arrangeSections } from "./enhancements/arrange-sections.ts";
import { chooseCountries } from "./enhancements/choose-countries.ts";
import { closeMenu } from "./enhancements/close-menu.ts";
import { continueWork } from "./enhancements/continue-work.ts";
import { copyFields } from "./enhancements/copy-field.ts";
import { editAppearance } from "./enhancements/edit-appearance.ts";
import { replaceFailedPictures } from "./enhancements/failed-pictures.ts";
import { describeFiles } from "./enhancements/file-fields.ts";
import { focusAnswer } from "./enhancements/focus-answer.ts";
import { openFinder } from "./enhancements/open-finder.ts";
import { pickColors } from "./enhancements/pick-color.ts";
import { printOnPress } from "./enhancements/print-page.ts";
import { showScriptedControls } from "./enhancements/scripted-controls.ts";
import { selectRows } from "./enhancements/select-all.ts";
import { watchUnsavedInput } from "./enhancements/unsaved-input.ts";
import { uploadPicturesInPlace } from "./enhancements/upload-pictures.ts";

arrangeSections();
chooseCountries();
closeMenu();
continueWork();
copyFields();
editAppearance();
openFinder();
pickColors();
printOnPress();
focusAnswer();
replaceFailedPictures();
selectRows();
showScriptedControls();
uploadPicturesInPlace();
// Pictures that are uploaded at once leave their field empty before.
describeFiles();
watchUnsavedInput();
