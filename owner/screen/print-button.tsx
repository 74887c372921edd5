/** Opens the browser's print dialog. Only scripts show it (`owner/enhancements/print-page.ts`). */
export function PrintButton() {
  return (
    <button type="button" hidden data-with-scripts data-print className="button button-main">
      Print
    </button>
  );
}
