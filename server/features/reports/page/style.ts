/** The look of the app on paper and offline: hairlines, one accent, colour for severity and status only. */

const light = `
--bg:#f7f6f2;--surface:#fff;--sunken:#eeece5;--line:#d9d5c9;--text:#16202a;--muted:#55606b;--accent:#0b6560;
--critical:#9a1157;--high:#b3380a;--medium:#855a00;--low:#2b5fa6;--informational:#5a6570;
--fail:#b42318;--pass:#17693b;--manual:#6b4ba8;`
const dark = `
--bg:#10151a;--surface:#171e25;--sunken:#0b0f13;--line:#2c3741;--text:#e9edf0;--muted:#a3afba;--accent:#5ccfc0;
--critical:#ff7db4;--high:#ff9466;--medium:#f2c14e;--low:#82b4ff;--informational:#aab6c0;
--fail:#ff8a80;--pass:#6fd39a;--manual:#bfa6f5;`

export const style = `
:root{color-scheme:light dark;${light}
--sans:"Atkinson Hyperlegible Next",system-ui,-apple-system,"Segoe UI",sans-serif;
--mono:"Atkinson Hyperlegible Mono",ui-monospace,"SF Mono",Menlo,Consolas,monospace}
@media screen and (prefers-color-scheme:dark){:root{${dark}}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:14px/20px var(--sans);font-variant-numeric:tabular-nums slashed-zero}
a{color:var(--accent);overflow-wrap:anywhere}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--surface);padding:8px 12px}
.sheet{max-width:1080px;margin:0 auto;padding:0 24px 64px}
header.cover{padding:48px 0 24px;border-bottom:1px solid var(--line);margin-bottom:24px}
.brand{color:var(--accent);font-weight:650;margin:0 0 16px}
h1{font-size:28px;line-height:34px;font-weight:650;margin:0 0 4px;overflow-wrap:anywhere}
h2{font-size:22px;line-height:28px;font-weight:650;margin:48px 0 4px;break-after:avoid}
h3{font-size:17px;line-height:23px;font-weight:600;margin:24px 0 4px;break-after:avoid;overflow-wrap:anywhere}
h4{font-size:14px;font-weight:600;margin:12px 0 2px}
p{margin:4px 0 12px;max-width:76ch}
.lead{font-size:17px;line-height:24px;margin:16px 0 4px}
.muted{color:var(--muted)}.small{font-size:12px;line-height:16px}
.mono,code,pre{font-family:var(--mono);font-size:12px;overflow-wrap:anywhere}
pre{background:var(--sunken);border:1px solid var(--line);border-radius:3px;padding:8px 12px;white-space:pre-wrap;margin:4px 0 12px}
dl.facts{display:grid;grid-template-columns:repeat(3,1fr);gap:12px 24px;margin:24px 0 0;padding-top:12px;border-top:1px solid var(--line)}
dt{color:var(--muted);font-size:12px;line-height:16px}dd{margin:0;overflow-wrap:anywhere}
ul.figures{list-style:none;display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:1px;background:var(--line);border:1px solid var(--line);border-radius:3px;padding:0;margin:16px 0 24px}
ul.figures li{background:var(--surface);padding:12px 16px}
ul.figures b{display:block;font-size:28px;line-height:34px;font-weight:650}
nav ol{columns:2;column-gap:32px;padding-left:20px;margin:8px 0}nav a{display:inline-block;padding:4px 0}
table{width:100%;border-collapse:collapse;margin:8px 0 16px;background:var(--surface);border:1px solid var(--line)}
caption{text-align:left;color:var(--muted);font-size:12px;padding:4px 0;caption-side:top}
th,td{text-align:left;vertical-align:top;padding:7px 10px;border-bottom:1px solid var(--line);unicode-bidi:isolate}
thead th{font-weight:600;font-size:12px;color:var(--muted);background:var(--sunken)}
tbody th{font-weight:400}
td,tbody th{overflow-wrap:anywhere}
td.n,th.n{text-align:right}td.n{white-space:nowrap}
td.whole{white-space:nowrap}td:has(>.mono){width:34%}
tr{break-inside:avoid}
.scroll{overflow-x:auto}
figure{margin:16px 0 4px;border:1px solid var(--line);border-radius:3px;background:var(--surface);padding:16px}
figure svg{display:block;width:100%;height:auto}
svg text{fill:var(--text);font:12px var(--sans)}svg text.muted{fill:var(--muted)}svg .grid{stroke:var(--line)}
details{margin:0 0 12px}summary{cursor:pointer;color:var(--accent);padding:4px 0}
.legend{display:flex;flex-wrap:wrap;gap:4px 20px;list-style:none;padding:0;margin:0 0 8px;font-size:12px}
.legend i{display:inline-block;width:10px;height:10px;border-radius:2px;margin-right:6px}
.status,.severity{font-weight:600;white-space:nowrap}
${['critical', 'high', 'medium', 'low', 'informational', 'fail', 'pass', 'manual']
  .map(
    (name) =>
      `.${name}{color:var(--${name})}.legend .${name}{background:var(--${name})}svg .${name}{fill:var(--${name})}svg .line.${name}{fill:none;stroke:var(--${name});stroke-width:2}`,
  )
  .join('\n')}
svg .nothing{fill:var(--sunken);stroke:var(--line)}
section.check{border-top:1px solid var(--line);padding-top:4px}
.meta{display:flex;flex-wrap:wrap;gap:4px 16px;margin:0 0 8px}
.note{border-left:3px solid var(--manual);padding:4px 12px;margin:12px 0;background:var(--surface)}
footer{border-top:1px solid var(--line);margin-top:48px;padding-top:12px}
@media screen and (max-width:640px){.scroll table{min-width:600px}.sheet{padding:0 12px 32px}nav ol{columns:1}dl.facts{grid-template-columns:1fr 1fr}}
@media print{
@page{size:A4;margin:16mm 14mm 18mm;@bottom-right{content:counter(page) " / " counter(pages);font:9pt sans-serif}}
body{background:#fff;font-size:10pt;line-height:14pt}.sheet{max-width:none;padding:0}
h2{break-before:page}h2.flow{break-before:auto}header.cover{padding-top:40mm}
.skip{display:none}a{text-decoration:none;color:inherit}
details>summary{display:none}details::details-content{content-visibility:visible;display:block}
figure,ul.figures,.note{break-inside:avoid}.scroll{overflow:visible}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
@media (forced-colors:active){svg rect,svg path{forced-color-adjust:none}}`
