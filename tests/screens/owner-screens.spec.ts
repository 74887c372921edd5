import { expectListed } from "../journeys/kept-in-browser.ts";
import { desktop, expectNoFindings, expectOthersToAgree, expectToFit, sizesFor, widthsFor } from "./judge-page.ts";
import { ownerScreens } from "./owner-screens.ts";
import { test } from "./screen-test.ts";

test("the owner's screens pass axe in both colour schemes and fit every width and large text", async ({
  openScreen,
  problems,
}) => {
  test.slow();
  let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
  for (const [index, screen] of ownerScreens.entries()) {
    await test.step(screen.name, async () => {
      if (opened) await screen.open({ ...opened, problems });
      else opened = await openScreen(screen, { viewport: desktop });
      await expectListed(opened.page);
      await expectNoFindings(opened.page, sizesFor(index));
      await expectOthersToAgree(opened.page, index);
      await expectToFit(opened.page, { usual: widthsFor(index).usual, large: [index % 2 === 0 ? 320 : 1280] });
    });
  }
});
