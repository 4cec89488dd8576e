/** Documents of the Atlassian Document Format, as far as we write them. Texts come in as lines made fit to be shown. */

export type Mark =
  | { readonly type: 'strong' }
  | { readonly type: 'code' }
  | { readonly type: 'link'; readonly attrs: { readonly href: string } }

export interface Text {
  readonly type: 'text'
  readonly text: string
  readonly marks?: readonly Mark[]
}
export interface Paragraph {
  readonly type: 'paragraph'
  readonly content: readonly Text[]
}
export interface Heading {
  readonly type: 'heading'
  readonly attrs: { readonly level: 2 | 3 }
  readonly content: readonly Text[]
}
export interface Cell {
  readonly type: 'tableCell' | 'tableHeader'
  readonly content: readonly Paragraph[]
}
export interface Row {
  readonly type: 'tableRow'
  readonly content: readonly Cell[]
}
export interface Table {
  readonly type: 'table'
  readonly content: readonly Row[]
}
export interface Item {
  readonly type: 'listItem'
  readonly content: readonly Paragraph[]
}
export interface List {
  readonly type: 'bulletList'
  readonly content: readonly Item[]
}
export type Block = Paragraph | Heading | Table | List
export interface AdfDocument {
  readonly type: 'doc'
  readonly version: 1
  readonly content: readonly Block[]
}

/** Jira refuses empty text nodes, so returns none for ''. */
export const text = (value: string, ...marks: readonly Mark[]): readonly Text[] =>
  value === '' ? [] : [{ type: 'text', text: value, ...(marks.length > 0 && { marks }) }]

export const strong = (value: string): readonly Text[] => text(value, { type: 'strong' })

/** Plain text without an address. */
export const link = (value: string, href: string | null): readonly Text[] =>
  href === null ? text(value) : text(value, { type: 'link', attrs: { href } })

export const paragraph = (...parts: readonly (readonly Text[])[]): Paragraph => ({
  type: 'paragraph',
  content: parts.flat(),
})

export const paragraphs = (lines: readonly string[]): readonly Paragraph[] =>
  lines.map((line) => paragraph(text(line)))

export const heading = (level: 2 | 3, value: string): Heading => ({
  type: 'heading',
  attrs: { level },
  content: text(value),
})

const row = (type: Cell['type'], cells: readonly (readonly Text[])[]): Row => ({
  type: 'tableRow',
  content: cells.map((content) => ({ type, content: [{ type: 'paragraph', content }] })),
})

/** Rows of as many cells as there are titles; empty without rows. */
export const table = (
  titles: readonly string[],
  rows: readonly (readonly (readonly Text[])[])[],
): readonly Table[] =>
  rows.length === 0
    ? []
    : [
        {
          type: 'table',
          content: [
            row(
              'tableHeader',
              titles.map((title) => text(title)),
            ),
            ...rows.map((cells) => row('tableCell', cells)),
          ],
        },
      ]

/** Two columns, name and value. Rows without a value are left out. */
export const facts = (rows: readonly (readonly [string, readonly Text[]])[]): readonly Table[] => [
  {
    type: 'table',
    content: rows
      .filter(([, value]) => value.length > 0)
      .map(([name, value]) => ({
        type: 'tableRow',
        content: [
          { type: 'tableHeader', content: [paragraph(text(name))] },
          { type: 'tableCell', content: [paragraph(value)] },
        ],
      })),
  },
]

export const bulletList = (items: readonly (readonly Text[])[]): readonly List[] =>
  items.length === 0
    ? []
    : [
        {
          type: 'bulletList',
          content: items.map((content) => ({
            type: 'listItem',
            content: [{ type: 'paragraph', content }],
          })),
        },
      ]

export const doc = (content: readonly Block[]): AdfDocument => ({
  type: 'doc',
  version: 1,
  content,
})

/** What Jira counts: the document as it is serialised. */
export const lengthOf = (document: AdfDocument): number => JSON.stringify(document).length
