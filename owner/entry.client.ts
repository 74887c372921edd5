/** The only script of the owner's screens. They work without it; it never hydrates them. */
import { chooseCountries } from "./enhancements/choose-countries.ts";
import { closeMenu } from "./enhancements/close-menu.ts";
import { continueWork } from "./enhancements/continue-work.ts";
import { copyFields } from "./enhancements/copy-field.ts";
import { replaceFailedPictures } from "./enhancements/failed-pictures.ts";
import { focusAnswer } from "./enhancements/focus-answer.ts";
import { pickColors } from "./enhancements/pick-color.ts";
import { printOnPress } from "./enhancements/print-page.ts";
import { refuseLargeFiles } from "./enhancements/refuse-large-files.ts";
import { showScriptedControls } from "./enhancements/scripted-controls.ts";
import { selectRows } from "./enhancements/select-all.ts";
import { uploadPicturesInPlace } from "./enhancements/upload-pictures.ts";
import { warnBeforeLosingInput } from "./enhancements/warn-unsaved.ts";

chooseCountries();
closeMenu();
continueWork();
copyFields();
pickColors();
printOnPress();
focusAnswer();
replaceFailedPictures();
refuseLargeFiles();
selectRows();
showScriptedControls();
uploadPicturesInPlace();
warnBeforeLosingInput();
