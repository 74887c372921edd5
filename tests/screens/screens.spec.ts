import { expectNoFindings, expectOthersToAgree, expectToFit, phone, sizesFor, widthsFor } from "./judge-page.ts";
import { test } from "./screen-test.ts";
import { screens } from "./screens.ts";

for (const [index, screen] of screens.entries()) {
  test(`${screen.name}: axe finds nothing, in both schemes, and it fits every width and large text`, async ({
    openScreen,
  }) => {
    const sizes = screen.phoneOnly ? [phone] : sizesFor(index);
    const { page } = await openScreen(screen, { viewport: sizes[0] });
    await expectNoFindings(page, sizes);
    await expectOthersToAgree(page, index);
    await expectToFit(page, screen.phoneOnly ? { usual: [320], large: [320, 640] } : widthsFor(index));
  });
}
