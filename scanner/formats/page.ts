/** A documentation page as data, and its rendering in two formats. Text of a page is never interpreted as markup. */

/** A piece of a line: plain text, code, or an HTTPS link. */
export type Piece =
  | string
  | { readonly code: string }
  | { readonly link: string; readonly text?: string }
export type Line = readonly Piece[]

export type Block =
  | { readonly heading: string; readonly level: 1 | 2 | 3 }
  | { readonly line: Line }
  | { readonly steps: readonly Line[] }
  | { readonly list: readonly Line[] }
  | { readonly code: string; readonly language: string }
  | { readonly head: readonly string[]; readonly rows: readonly (readonly Line[])[] }

/** An author's text, with backticks around code. */
export const prose = (text: string): Line =>
  text
    .split(/(`[^`]+`)/)
    .filter((part) => part !== '')
    .map((part): Piece => (/^`.+`$/s.test(part) ? { code: part.slice(1, -1) } : part))

const longestRun = (text: string): number =>
  Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length))

/** Escapes characters that start markup; an underscore within a word does not. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\*[\]`<>|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)/gu, '\\$&')
    .replaceAll(/\s*\n\s*/g, ' ')

/** Escapes the start of a heading, list or quotation at the start of a line. */
const begun = (text: string): string =>
  text.replace(/^(\s*)([#+=-]|\d+(?=[.)]))/, (_, space: string, sign: string) =>
    /\d/.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`,
  )

function markdownPiece(piece: Piece): string {
  if (typeof piece === 'string') return escaped(piece)
  if ('link' in piece) {
    const address = piece.link.replaceAll(/[\s<>()\\]/g, (sign) => encodeURIComponent(sign))
    return piece.text === undefined ? `<${address}>` : `[${escaped(piece.text)}](${address})`
  }
  const fence = '`'.repeat(longestRun(piece.code) + 1)
  const pad = /^`|`$/.test(piece.code) ? ' ' : ''
  return `${fence}${pad}${piece.code.replaceAll('\n', ' ')}${pad}${fence}`
}

const markdownLine = (line: Line): string => line.map(markdownPiece).join('')
/** A table is split at every pipe character, even within code. */
const markdownCell = (line: Line): string =>
  markdownLine(line).replaceAll(/(?<!\\)\|/g, '\\|') || ' '

function markdownBlock(block: Block): string {
  if ('heading' in block) return `${'#'.repeat(block.level)} ${escaped(block.heading)}`
  if ('line' in block) return begun(markdownLine(block.line))
  if ('steps' in block)
    return block.steps.map((step, at) => `${at + 1}. ${begun(markdownLine(step))}`).join('\n')
  if ('list' in block) return block.list.map((line) => `- ${begun(markdownLine(line))}`).join('\n')
  if ('code' in block) {
    const fence = '`'.repeat(Math.max(3, longestRun(block.code) + 1))
    return `${fence}${block.language}\n${block.code}\n${fence}`
  }
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [
    row(block.head.map(escaped)),
    `|${'---|'.repeat(block.head.length)}`,
    ...block.rows.map((cells) => row(cells.map(markdownCell))),
  ].join('\n')
}

/** Renders CommonMark with GitHub's tables. */
export const markdown = (page: readonly Block[]): string =>
  `${page.map(markdownBlock).join('\n\n')}\n`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const html = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')

function htmlPiece(piece: Piece): string {
  if (typeof piece === 'string') return html(piece)
  if ('code' in piece) return `<code>${html(piece.code)}</code>`
  const text = html(piece.text ?? piece.link)
  const isSafe = piece.link.startsWith('https://')
  return isSafe ? `<a href="${html(piece.link)}" rel="noreferrer">${text}</a>` : text
}

const htmlLine = (line: Line): string => line.map(htmlPiece).join('')

function htmlBlock(block: Block): string {
  if ('heading' in block) return `<h${block.level}>${html(block.heading)}</h${block.level}>`
  if ('line' in block) return `<p>${htmlLine(block.line)}</p>`
  if ('code' in block) return `<pre><code>${html(block.code)}</code></pre>`
  if ('head' in block) {
    const head = block.head.map((cell) => `<th>${html(cell)}</th>`).join('')
    const rows = block.rows.map(
      (cells) => `<tr>${cells.map((cell) => `<td>${htmlLine(cell)}</td>`).join('')}</tr>`,
    )
    return `<table>\n<tr>${head}</tr>\n${rows.join('\n')}\n</table>`
  }
  const [tag, lines] = 'steps' in block ? ['ol', block.steps] : ['ul', block.list]
  return `<${tag}>\n${lines.map((line) => `<li>${htmlLine(line)}</li>`).join('\n')}\n</${tag}>`
}

/** A complete document. `style` is inserted unescaped. */
export const htmlDocument = (title: string, page: readonly Block[], style: string): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)}</title>
<style>${style}</style>
</head>
<body>
${page.map(htmlBlock).join('\n')}
</body>
</html>
`
