/** How the report looks: light and dark, wide, narrow and on paper. */
const colours = `
:root{--ground:#f4f5f8;--card:#fff;--sunk:#eceef3;--line:#dcdfe7;--ink:#171a21;--soft:#565d6d;--accent:#4338ca;--accent-soft:#e6e5fb;
--good:#13703a;--good-soft:#e0f3e7;--warn:#8a4b05;--warn-soft:#fdf0d9;--bad:#b3182a;--bad-soft:#fde5e7;--shadow:0 1px 2px rgba(20,24,40,.06),0 8px 24px -12px rgba(20,24,40,.18);
--mono:ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono",Consolas,monospace;--sans:ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){--ground:#0f1117;--card:#181b23;--sunk:#11141b;--line:#2a2f3b;--ink:#eceef4;--soft:#a3abbd;--accent:#a5a2ff;--accent-soft:#272650;
--good:#6fd698;--good-soft:#14301f;--warn:#f0b45f;--warn-soft:#38280f;--bad:#ff8d97;--bad-soft:#3d161b;--shadow:0 1px 2px rgba(0,0,0,.4),0 10px 30px -14px rgba(0,0,0,.7)}}
:root[data-theme=dark]{--ground:#0f1117;--card:#181b23;--sunk:#11141b;--line:#2a2f3b;--ink:#eceef4;--soft:#a3abbd;--accent:#a5a2ff;--accent-soft:#272650;
--good:#6fd698;--good-soft:#14301f;--warn:#f0b45f;--warn-soft:#38280f;--bad:#ff8d97;--bad-soft:#3d161b;--shadow:0 1px 2px rgba(0,0,0,.4),0 10px 30px -14px rgba(0,0,0,.7)}
`;

const frame = `
*{box-sizing:border-box}html{color-scheme:light dark}:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
body{margin:0;background:var(--ground);color:var(--ink);font:14px/1.5 var(--sans);display:flex;flex-direction:column;height:100vh;height:100dvh}
h1,h2,h3,p,ul,ol,dl,dd,figure{margin:0;padding:0}ul,ol{list-style:none}button,input{font:inherit;color:inherit}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:6px}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:12px;top:-60px;z-index:9;background:var(--accent);color:var(--card);padding:8px 14px;border-radius:8px}.skip:focus{top:12px}
.head{display:grid;grid-template-columns:minmax(0,1fr) auto auto;gap:4px 24px;align-items:center;padding:14px 20px 0;background:var(--card);border-bottom:1px solid var(--line)}
.title{display:flex;gap:12px;align-items:center;min-width:0}.mark-box{fill:var(--accent)}.mark-arrow{fill:var(--card)}
h1{font-size:18px;line-height:1.25;font-weight:650;letter-spacing:-.01em;overflow-wrap:anywhere}.meta{color:var(--soft);font-size:12.5px}
.figures{display:flex;gap:20px}.figure{text-align:right;line-height:1.15}.figure b{display:block;font-size:19px;font-weight:650;font-variant-numeric:tabular-nums}
.figure span{font-size:11.5px;color:var(--soft)}.figure.good b{color:var(--good)}.figure.bad b{color:var(--bad)}.figure.warn b{color:var(--warn)}
.tools{display:flex;gap:6px}.promise{grid-column:1/-1;font-size:13px;color:var(--soft);padding-top:8px;display:flex;gap:8px;align-items:center}
.promise::before{content:"";flex:none;width:9px;height:9px;border-radius:50%;background:var(--soft)}.promise.good::before{background:var(--good)}.promise.bad::before{background:var(--bad)}.promise.bad{color:var(--bad)}
.problems{grid-column:1/-1;color:var(--warn);font-size:13px;padding-bottom:10px}.problems li::before{content:"⚠ "}
.button{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:5px 12px;cursor:pointer}.button:hover{border-color:var(--accent)}.button.icon{width:34px;padding:5px 0;text-align:center}
.button[aria-pressed=true]{background:var(--accent-soft);border-color:var(--accent);color:var(--accent)}
.strip{grid-column:1/-1;position:relative;height:26px;margin:6px 0 12px;border-radius:7px;background:var(--sunk);overflow:hidden;cursor:pointer}
.strip i{position:absolute;top:5px;bottom:5px;min-width:3px;border-radius:2px;background:var(--accent);opacity:.55}.strip i.look,.strip i.check{background:var(--soft);opacity:.35;top:10px;bottom:10px}
.strip i.failed,.strip i.damaged{background:var(--bad);opacity:.9}.strip i.refused,.strip i.unsure{background:var(--warn);opacity:.9}.strip i.now{opacity:1;top:1px;bottom:1px;box-shadow:0 0 0 2px var(--card)}
.layout{flex:1;min-height:0;display:grid;grid-template-columns:minmax(280px,340px) minmax(0,1fr)}
`;

const timeline = `
.timeline{display:flex;flex-direction:column;min-height:0;border-right:1px solid var(--line);background:var(--card)}
.filters{display:flex;flex-wrap:wrap;gap:6px;padding:12px 14px 8px}
.filter{background:none;border:1px solid var(--line);border-radius:99px;padding:2px 10px;font-size:12.5px;cursor:pointer}.filter:hover{border-color:var(--accent)}
.filter span{color:var(--soft);font-variant-numeric:tabular-nums}.filter[aria-pressed=true]{background:var(--accent);border-color:var(--accent);color:var(--card)}.filter[aria-pressed=true] span{color:inherit}
.search{padding:0 14px 10px}.search input{width:100%;background:var(--sunk);border:1px solid var(--line);border-radius:8px;padding:6px 10px}
.list{flex:1;overflow-y:auto;padding:0 8px 16px;scrollbar-width:thin}.none{padding:20px;color:var(--soft)}
.item{content-visibility:auto;contain-intrinsic-size:auto 74px}
.item button{display:grid;grid-template-columns:84px minmax(0,1fr);gap:12px;width:100%;text-align:left;background:none;border:1px solid transparent;border-radius:10px;padding:7px;cursor:pointer}
.item button:hover{background:var(--sunk)}.item button[aria-current=true]{background:var(--accent-soft);border-color:var(--accent)}
.thumb{width:84px;height:58px;border-radius:6px;background:var(--sunk);border:1px solid var(--line);overflow:hidden;display:grid;grid-template:100%/100%;place-items:center;color:var(--soft);font-size:20px}
.thumb img{width:100%;height:100%;object-fit:cover;object-position:50% 0}.item.look .thumb{opacity:.8}
.what{font-weight:550;font-size:13px;line-height:1.3;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden;overflow-wrap:anywhere}
.item.look .what,.item.check .what{font-weight:400}.sub{display:flex;gap:6px;align-items:center;color:var(--soft);font-size:11.5px;margin-top:3px;font-variant-numeric:tabular-nums;flex-wrap:wrap}
.dot{width:8px;height:8px;border-radius:50%;background:var(--soft);flex:none}.dot.ok{background:var(--good)}.dot.unsure,.dot.refused{background:var(--warn)}.dot.failed,.dot.damaged{background:var(--bad)}
`;

const turn = `
.turn{overflow-y:auto;padding:22px clamp(16px,3vw,36px) 48px;outline:none}.turn:focus-visible{outline:none}
.turn-head{display:flex;gap:14px;align-items:flex-start;justify-content:space-between;margin-bottom:14px}.turn-head h2{font-size:19px;line-height:1.3;font-weight:650;letter-spacing:-.01em;overflow-wrap:anywhere}
.count{color:var(--soft);font-size:12.5px;font-variant-numeric:tabular-nums}.step{display:flex;gap:6px;flex:none}
.chips{display:flex;flex-wrap:wrap;gap:6px;margin:8px 0 0}.chip{border-radius:99px;padding:2px 10px;font-size:12.5px;background:var(--sunk);color:var(--soft)}
.chip.good{background:var(--good-soft);color:var(--good)}.chip.warn{background:var(--warn-soft);color:var(--warn)}.chip.bad{background:var(--bad-soft);color:var(--bad)}.chip.accent{background:var(--accent-soft);color:var(--accent)}
.stage{background:var(--card);border:1px solid var(--line);border-radius:14px;box-shadow:var(--shadow);padding:14px;margin-bottom:18px}
.stage-bar{display:flex;gap:6px;align-items:center;justify-content:space-between;margin-bottom:12px;flex-wrap:wrap}.views{display:flex;gap:6px}.legend{color:var(--soft);font-size:12.5px}
.panes{display:flex;gap:14px;justify-content:center;align-items:flex-start;flex-wrap:wrap}.pane{display:flex;flex-direction:column;gap:6px;max-width:100%}.pane figcaption{font-size:12px;color:var(--soft)}
.panes.pair{flex-wrap:nowrap}.panes.pair .pane{flex:1 1 0;min-width:0;align-items:center}.panes.pair figcaption{justify-content:center}
.shot{position:relative;max-width:100%;border-radius:8px;overflow:hidden;background:var(--sunk);line-height:0;box-shadow:0 0 0 1px var(--line)}
.shot img{display:block;width:100%;height:auto}.shot .over{position:absolute;inset:0}.shot .edge{position:absolute;top:0;bottom:0;width:2px;margin-left:-1px;background:var(--accent);pointer-events:none}
.shot .edge::after{content:"⟷";position:absolute;top:50%;left:50%;translate:-50% -50%;font:600 13px/26px var(--sans);width:26px;height:26px;text-align:center;border-radius:50%;background:var(--accent);color:var(--card)}
.shot input[type=range]{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:ew-resize}.shot input:focus-visible~.edge{box-shadow:0 0 0 3px var(--accent-soft)}
.pane figcaption{display:flex;justify-content:space-between}
.shot svg{position:absolute;inset:0;width:100%;height:100%;pointer-events:none;overflow:visible}
.target{fill:none;stroke:#e61e3c;stroke-width:2;vector-effect:non-scaling-stroke}.halo{fill:none;stroke:#fff;stroke-width:5;opacity:.85;vector-effect:non-scaling-stroke}.pin{fill:#e61e3c}.spot{fill:#e61e3c;fill-opacity:.22;stroke:#e61e3c;stroke-width:1.5;vector-effect:non-scaling-stroke}
.cards{columns:300px;column-gap:16px}.card{break-inside:avoid;margin-bottom:16px;background:var(--card);border:1px solid var(--line);border-radius:12px;padding:14px 16px}
.card h3{font-size:13px;font-weight:650;margin-bottom:8px}.facts{display:grid;grid-template-columns:auto minmax(0,1fr);gap:4px 14px;font-size:13px}.facts dt{color:var(--soft)}.facts dd{overflow-wrap:anywhere}
.facts dd.good{color:var(--good)}.facts dd.bad{color:var(--bad)}.facts dd.warn{color:var(--warn)}.quiet{color:var(--soft);font-size:13px}.note{margin-top:8px;color:var(--warn);font-size:13px}
.diff{font:12.5px/1.55 var(--mono);overflow-wrap:anywhere}.diff li{padding:1px 8px 1px 26px;border-radius:5px;position:relative}.diff li::before{position:absolute;left:8px;font-weight:700}
.diff .add{background:var(--good-soft);color:var(--good)}.diff .add::before{content:"+"}.diff .del{background:var(--bad-soft);color:var(--bad)}.diff .del::before{content:"−"}.diff .mod::before{content:"~";color:var(--accent)}.diff del{color:var(--bad);text-decoration:line-through}.diff ins{color:var(--good);text-decoration:none}
pre{margin:0;font:12.5px/1.5 var(--mono);white-space:pre-wrap;overflow-wrap:anywhere;background:var(--sunk);border-radius:8px;padding:10px 12px;max-height:320px;overflow:auto}
details summary{cursor:pointer;font-size:13px;color:var(--soft)}details pre{margin-top:8px}
.film{margin-bottom:18px;background:var(--card);border:1px solid var(--line);border-radius:14px;padding:10px 14px;box-shadow:var(--shadow)}.film summary{font-weight:550;color:var(--ink)}.film video{display:block;width:100%;max-height:52vh;margin-top:10px;border-radius:8px;background:#181a21}.film p{color:var(--soft);font-size:12.5px;margin-top:6px}
.help{border:1px solid var(--line);border-radius:14px;background:var(--card);color:var(--ink);padding:22px 26px;box-shadow:var(--shadow)}.help::backdrop{background:rgba(10,12,18,.5)}.help h2{font-size:16px;margin-bottom:12px}
.help dl{display:grid;grid-template-columns:auto auto;gap:6px 20px;margin-bottom:16px}kbd{font:12px var(--mono);background:var(--sunk);border:1px solid var(--line);border-bottom-width:2px;border-radius:5px;padding:1px 6px}
.empty{color:var(--soft);padding:40px;text-align:center}.noscript{padding:20px}.print{display:none}
`;

const sizes = `
@media (max-width:1000px){.head{grid-template-columns:minmax(0,1fr) auto}.figures{grid-row:2;grid-column:1/-1;gap:18px;padding-top:8px}.figure{text-align:left}}
@media (max-width:760px){body{height:auto;min-height:100dvh}.layout{display:block}.head{padding:12px 14px 0}.timeline{border-right:0;border-bottom:1px solid var(--line);position:sticky;top:0;z-index:3}
.filters{flex-wrap:nowrap;overflow-x:auto;padding:10px 14px 6px;scrollbar-width:none}.filter{white-space:nowrap}.search{display:none}
.list{display:flex;overflow-x:auto;padding:0 10px 10px;gap:4px;scroll-snap-type:x proximity}.item{flex:none;width:104px;contain-intrinsic-size:104px 110px;scroll-snap-align:center}.item button{grid-template-columns:1fr;gap:4px;padding:6px}.thumb{width:100%}.what{font-size:11.5px}.sub .late{display:none}
.turn{overflow:visible;padding:16px 14px 40px}.turn-head{flex-wrap:wrap}.panes.pair{flex-wrap:wrap}.panes.pair .pane{flex-basis:100%}}
@media (prefers-reduced-motion:no-preference){.list,.turn{scroll-behavior:smooth}.strip i{transition:opacity .15s}.item button{transition:background .12s}}
@media (forced-colors:active){.filter[aria-pressed=true],.item button[aria-current=true]{outline:2px solid Highlight}}
@page{margin:14mm}
@media print{:root,:root[data-theme=dark]{--ground:#fff;--card:#fff;--sunk:#f2f3f6;--line:#cfd3dc;--ink:#000;--soft:#444b59;--accent:#3730a3;--accent-soft:#ecebfb;--good:#0f5c30;--good-soft:#e4f3ea;--warn:#7a4304;--warn-soft:#faefdc;--bad:#9b1425;--bad-soft:#fbe6e8;--shadow:none}
body{display:block;height:auto;font-size:10.5pt}.tools,.layout,.skip,.strip,.help{display:none!important}.head{border:0;padding:0 0 8mm}.print{display:block}
.sheet{break-inside:avoid;border-top:1px solid var(--line);padding:5mm 0}.sheet h2{font-size:12pt}.sheet .panes{flex-wrap:nowrap;justify-content:flex-start;margin:3mm 0}.sheet .pane{width:48%}.sheet .shot img{max-height:95mm;width:auto;max-width:100%}.sheet .shot{width:fit-content}}
`;

export const reportStyle = colours + frame + timeline + turn + sizes;
