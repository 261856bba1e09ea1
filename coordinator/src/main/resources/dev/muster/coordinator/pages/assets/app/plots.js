// Charts and tables of the pages that look over many runs.
// A chart as wide as its place. What it shows stands in a table, too: screen readers get its title alone.
function Chart({ title, height = 150, draw }) {
  const place = useRef(null), [width, setWidth] = useState(0);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)));
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return html`<figure class="plot"><figcaption>${title}</figcaption><div ref=${place}>${width > 0 && html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label=${title}>
    ${draw(width, height)}</svg>`}</div></figure>`;
}

// A table of texts; on a phone each row is a block, whose cells say their heads. A row that is no list is a row already.
const MOST_ROWS = 40;
function Table({ label, heads, rows: all, long = [] }) {
  const [whole, setWhole] = useState(false), rows = whole || all.length <= MOST_ROWS + 10 ? all : all.slice(0, MOST_ROWS);
  return html`<div class="card wide" tabindex="0" role="region" aria-label=${label}><table class="texts" role="table"><thead role="rowgroup"><tr role="row">${heads.map(head => html`<th role="columnheader">${head}</th>`)}</tr></thead>
    <tbody role="rowgroup">${rows.map(row => !Array.isArray(row) ? row : html`<tr role="row">${row.map((cell, i) => html`<td role="cell" data-head=${heads[i]} class=${long.includes(i) ? "long" : undefined}>${(cell ?? "") !== "" && html`<div>${cell}</div>`}</td>`)}</tr>`)}</tbody></table></div>${rows.length < all.length && html`<p><button onClick=${() => setWhole(true)}>All ${count(all.length)} rows</button></p>`}`;
}

// Points of a series are told apart by their shapes, not by colour alone.
const SHAPES = ["●", "▲", "■", "◆", "✚"];
const Point = ({ x, y, series = 0, dense, href, children }) => html`<text class=${"point s" + series + (dense ? " dense" : "")} x=${x} y=${y} onClick=${href && (() => { location.hash = href; })}>${SHAPES[series]}
  <title>${children}</title></text>`;
const Legend = ({ names }) => names.length > 1 && html`<p class="legend">${names.map((name, i) => html`<span><b class=${"s" + i} aria-hidden="true">${SHAPES[i]}</b> ${name}</span>`)}</p>`;

// Lines over runs: series [{name, dashed, of, points: [{at, value, low, high, told, href}]}], marks [{at, letter, told}].
function LineChart({ title, series, ends, format, least, most, marks: signs = [] }) {
  const points = series.flatMap(each => each.points).filter(point => point.value !== undefined && point.value !== null);
  if (points.length === 0) return null;
  const values = points.flatMap(point => [point.value, point.low ?? point.value, point.high ?? point.value]);
  const low = least ?? Math.min(...values), high = Math.max(most ?? Math.max(...values), low + 1e-9), last = Math.max(1, ...points.map(point => point.at));
  return html`<${Chart} title=${title} draw=${(width, height) => {
    const left = 52, right = width - 10, top = 16, base = height - 20;
    const x = at => points.every(point => point.at === 0) ? (left + right) / 2 : left + at / last * (right - left), y = value => base - (value - low) / (high - low) * (base - top);
    const xy = (point, value) => x(point.at).toFixed(1) + " " + y(value).toFixed(1);
    return html`<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch" width="2" height="6" /></pattern></defs>${[low, (low + high) / 2, high].map(value => html`<line class="grid" x1=${left} x2=${right} y1=${y(value)} y2=${y(value)} />
        <text class="tick" x=${left - 6} y=${y(value) + 4} text-anchor="end">${format(value)}</text>`)}
      ${ends && html`<text class="tick" x=${left} y=${height - 4}>${ends[0]}</text><text class="tick" x=${right} y=${height - 4} text-anchor="end">${ends[1]}</text>`}
      ${signs.map(sign => html`<line class="sign" x1=${x(sign.at)} x2=${x(sign.at)} y1=${top} y2=${base} /><text class="tick" x=${x(sign.at)} y="11" text-anchor="middle">${sign.letter}<title>${sign.told}</title></text>`)}
      ${series.map((each, i) => {
        const own = each.points.filter(point => point.value !== undefined && point.value !== null), number = each.of ?? i;
        // a point without a value breaks the line
        const runs = each.points.reduce((all, point) => { if (point.value === undefined || point.value === null) all.push([]); else all.at(-1).push(point); return all; }, [[]]).filter(run => run.length > 1);
        return html`${runs.filter(run => run.some(point => point.high > point.low)).map(run => html`<path class="band" fill="url(#hatch)" d=${"M" + run.map(point => xy(point, point.high)).concat([...run].reverse().map(point => xy(point, point.low))).join("L") + "Z"} />`)}
          ${runs.map(run => html`<path class=${"line s" + number + (each.dashed ? " dashed" : "")} d=${"M" + run.map(point => xy(point, point.value)).join("L")} />`)}
          ${own.map(point => html`<${Point} x=${x(point.at)} y=${y(point.value)} series=${number} dense=${last > 60} href=${point.href}>${point.told}<//>`)}`;
      })}`;
  }} />`;
}
