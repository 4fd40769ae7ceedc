/** The look of `/api/docs`. A file of its own on the wire, because the policy of the server allows no inline style. */
export const style = `
:root { color-scheme: light dark; --ink: #1b2430; --quiet: #475467; --paper: #fff; --raised: #f6f8fa; --line: #e3e8ef;
  --link: #0b4a99; --get: #1b5e20; --write: #0b4a99; --delete: #9b1c1c; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --quiet: #a9b3c1; --paper: #0f1318; --raised: #151a21;
  --line: #2a323d; --link: #8fb8ff; --get: #7fd49a; --write: #8fb8ff; --delete: #ffb4ae; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body { margin: 0; color: var(--ink); background: var(--paper); font: 16px/1.5 system-ui, sans-serif; }
a { color: var(--link); }
code, pre { font: 0.875em/1.5 ui-monospace, Menlo, Consolas, monospace; }
pre { margin: 8px 0; padding: 12px; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--raised); border-radius: 6px; }
pre code { font-size: 13px; }
h1 { margin: 0; font-size: 28px; line-height: 1.2; }
h2 { margin: 48px 0 0; font-size: 22px; }
h3 { margin: 0 0 8px; font-size: 16px; overflow-wrap: anywhere; }
h4 { margin: 16px 0 4px; font-size: 14px; }
p { margin: 4px 0; max-width: 72ch; }
dt { margin-top: 8px; font-weight: 600; }
dd { margin: 0; max-width: 72ch; }
small, .quiet, .who, .refusals { color: var(--quiet); }
.who, .refusals { font-size: 14px; }
.refusals { margin-top: 12px; }
article { margin: 16px 0; padding: 16px; border: 1px solid var(--line); border-radius: 8px; }
article:target { border-color: var(--link); }
.method { font: 600 13px/1 ui-monospace, Menlo, Consolas, monospace; color: var(--write); }
.method.get { color: var(--get); }
.method.delete { color: var(--delete); }
.path { font-size: 15px; font-weight: 600; }
table { margin: 8px 0; border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { padding: 6px 12px 6px 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td { overflow-wrap: break-word; }
th { color: var(--quiet); font-weight: 600; }
nav { padding: 16px; font-size: 14px; background: var(--raised); }
nav ul { margin: 0; padding: 0; list-style: none; }
nav a { display: block; padding: 6px 0; text-decoration: none; overflow-wrap: anywhere; }
nav ul ul { display: none; }
.brand { margin: 0; font-weight: 700; }
.brand a { color: inherit; }
main { padding: 16px; }
@media (max-width: 959px) { article { padding: 12px; } th, td { padding-right: 8px; }
  nav > ul { display: flex; flex-wrap: wrap; gap: 0 16px; } nav a { padding: 10px 0; } }
@media (min-width: 960px) {
  body { display: grid; grid-template-columns: 300px minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-right: 1px solid var(--line); }
  nav ul ul { display: block; margin: 0 0 8px 12px; }
  nav ul ul a { padding: 2px 0; font-size: 12px; color: var(--quiet); }
  nav ul ul a span { color: var(--ink); }
  main { padding: 32px 40px; max-width: 1000px; }
}
@media print { nav { display: none; } body { display: block; } article { break-inside: avoid; } }
`
