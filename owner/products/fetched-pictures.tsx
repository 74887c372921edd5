import { type PictureProgress, progressInWords } from "#shop/catalog/fetched-pictures/picture-progress.ts";
import { Button } from "#ui/button.tsx";
import { useFormats } from "#ui/formats.ts";
import { Table } from "#ui/table.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { Part } from "../screen/screen.tsx";

/** How far fetching imported products' pictures has come, and which failed. */
export function FetchedPictures(progress: PictureProgress) {
  const { fetched, waiting, failed, failures } = progress;
  return (
    <Part title="Pictures">
      <p className="wrap-anywhere">{progressInWords(progress, useFormats())}</p>
      {waiting > 0 && (
        <>
          <progress
            aria-label="Pictures fetched"
            value={fetched + failed}
            max={fetched + waiting + failed}
            className="mt-3 block h-2 w-full max-w-xl accent-spruce"
          />
          <p className="mt-3 text-sm text-soft">
            Products show their old pictures until then. This continues when you leave the page.
          </p>
          <Button href="/owner/products/import" look="quiet" className="mt-3">
            Refresh
          </Button>
        </>
      )}
      {failed > 0 && <Failures failed={failed} failures={failures} />}
    </Part>
  );
}

function Failures({ failed, failures }: Pick<PictureProgress, "failed" | "failures">) {
  return (
    <div className="mt-4">
      <Table
        caption="Failed pictures"
        rows={failures}
        keyOf={({ source }) => source}
        empty=""
        columns={[
          {
            name: "Product",
            isTitle: true,
            cell: ({ productId, title }) => (
              <span className="wrap-anywhere">
                <bdi>{title || "–"}</bdi> <span className="block text-sm font-normal text-soft">{productId}</span>
              </span>
            ),
          },
          {
            name: "Address",
            cell: ({ source }) => (
              <a href={source} rel="noreferrer" className="text-link wrap-anywhere">
                {source}
              </a>
            ),
          },
          { name: "Reason", cell: ({ problem }) => problem },
        ]}
      />
      {failed > failures.length && <p className="mt-3">and {failed - failures.length} more</p>}
      <PostForm step="retryPictures" className="mt-4">
        <Button look="quiet">Try again</Button>
      </PostForm>
    </div>
  );
}
