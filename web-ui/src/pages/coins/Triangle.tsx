import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { Downloads } from "../../components/Downloads";
import { Picture } from "../../components/Picture";
import { Tabs } from "../../components/Tabs";
import type { Seats } from "../../components/two/seats";
import { pictureName } from "../../components/two/words";
import type { CoinsDescribed } from "../../generated/api";
import { apiUrl } from "../../lib/api";
import { language, t } from "../../lib/i18n";

/** Maximum numbers of coins for which the page shows a triangle, a triangle is drawn at all, and a tree is drawn. */
const SHOWN = 20;
const DRAWN = 40;
const TREE = 10;

const VIEWS = ["A", "S", "M", "tree"] as const;
type View = (typeof VIEWS)[number];

/** Scroll a picture that is wider than its frame until its highlighted part is visible. */
function showMarked(svg: SVGSVGElement): void {
  const root = svg.getRootNode();
  const frame = root instanceof ShadowRoot ? root.host.parentElement : null;
  const apex = svg.querySelector(".pp-apex");
  if (frame && apex) {
    const [outer, inner] = [frame.getBoundingClientRect(), apex.getBoundingClientRect()];
    frame.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
  }
}

/** A picture that shows the worth of every part of the row and highlights the remaining part. */
export function Triangle(props: {
  record: CoinsDescribed;
  seats: Seats;
  open: boolean;
  onOpen: (open: boolean) => void;
}): JSX.Element {
  const { record, seats } = props;
  const [view, setView] = useState<View>("A");
  const row = record.rows[0];
  const coins = (record.start_coins[0] ?? []).join(".").replaceAll("/", "_");
  const count = record.start_coins[0]?.length ?? 0;
  const single = record.rows.length === 1 && row?.start_kind === "row";
  const left = row?.left ?? [];
  const first = left.at(0);
  const last = left.at(-1);
  const mark = first === undefined || last === undefined ? null : `${first + 1}-${last + 1}`;

  const body = (): JSX.Element => {
    if (!single) {
      return <p class="muted">{t("coins.triangle.notRow")}</p>;
    }
    if (count > SHOWN) {
      return (
        <p class="muted">
          {t("coins.triangle.long", { count, most: SHOWN })}{" "}
          {count <= DRAWN && (
            <a
              href={apiUrl("/coins/triangle.svg", { coins, of: "A", mark, lang: language() })}
              target="_blank"
              rel="noopener"
            >
              {t("coins.triangle.alone")}
            </a>
          )}
        </p>
      );
    }
    if (!props.open) {
      return (
        <>
          <p>{t("coins.triangle.closed")}</p>
          <p>
            <Button text={t("coins.triangle.show")} onClick={() => props.onOpen(true)} />
          </p>
        </>
      );
    }
    const path = view === "tree" ? "/coins/tree.svg" : "/coins/triangle.svg";
    const params = view === "tree" ? { coins } : { coins, of: view, mark };
    const views = VIEWS.filter((one) => one !== "tree" || count <= TREE);
    return (
      <>
        <Tabs
          label={t("coins.triangle.choice")}
          tabs={views.map((one) => ({ id: one, label: t(`coins.triangle.${one}`) }))}
          selected={view}
          onSelect={(id) => setView(views.find((one) => one === id) ?? "A")}
        >
          <p>
            {t(`coins.triangle.${view}.meaning`)}{" "}
            {seats.me !== null && t("coins.triangle.you", { name: pictureName(seats.me) })}
          </p>
          <Picture tree path={path} params={params} onReady={showMarked} />
          <Downloads svg={path} name="coins" params={params} />
        </Tabs>
        {!record.over && (
          <p>
            <Button text={t("coins.triangle.hide")} look="quiet" onClick={() => props.onOpen(false)} />
          </p>
        )}
      </>
    );
  };
  return (
    <section
      class={`stack coins-triangle ${props.open && single && count <= SHOWN ? "" : "card"}`}
      aria-labelledby="coins-triangle"
    >
      <h2 id="coins-triangle">{t("coins.triangle")}</h2>
      {body()}
    </section>
  );
}
