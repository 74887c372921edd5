import { Button } from "#ui/button.tsx";
/** Opens the browser's print dialog. Only scripts show it (`owner/enhancements/print-page.ts`). */
export function PrintButton() {
  return (
    <Button type="button" hidden data-with-scripts data-print>
      Print
    </Button>
  );
}
