/** Texts as they are compared without regard to case and Unicode form. They are stored as they were written. */
import { type Sql, sql } from './sql.ts'

/** Other forms of a letter that lower case leaves as they are, each before its letter. */
const variants = 'ςσſsµμϐβϑθϕφϖπϰκϱρϵεẛṡᲀвᲁдᲂоᲃсᲄтᲅтᲆъᲇѣᲈꙋıi'
const letters = new Map(
  [...variants].flatMap((letter, at, all) => (at % 2 === 0 ? [[letter, all[at + 1] ?? '']] : [])),
)
const variant = new RegExp(`[${[...letters.keys()].join('')}]`, 'g')

/**
 * The text in lower case and normalization form C. A variant of a letter, such as a final sigma, becomes the letter;
 * each i of Turkish becomes i, and a dot above counts only as part of a letter; a sharp s becomes ss. Accents remain:
 * `ecole` is not `école`.
 * Source: simple case folding of Unicode, with three full ones (decision 0158).
 */
export const foldCase = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll('\u0130', 'i')
    .toLowerCase()
    .replace(variant, (letter) => letters.get(letter) ?? letter)
    .replaceAll('\u0307', '')
    .replaceAll('\u00df', 'ss')
    .normalize('NFC')

/** The same of an expression of SQL, by migration 0037. A comparison has it on both sides. */
export const folded = (text: Sql): Sql => sql`fold_case(${text})`
