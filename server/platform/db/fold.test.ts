/** Texts that are compared without regard to case and Unicode form: both sides, and both engines, have one rule. */
import { deepEqual, equal } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import * as fc from 'fast-check'
import { freshDatabase, testEnvironment } from '../../testing/database.ts'
import { foldCase, folded } from './fold.ts'
import { administrator } from './postgres.ts'
import { compare } from './query.ts'
import { sql } from './sql.ts'

const { database, close } = await freshDatabase()
after(close)

/** The texts that the database folds otherwise than `foldCase`, with what it makes of them. */
async function differing(texts: readonly string[]): Promise<readonly string[]> {
  const expected = texts.map(foldCase)
  const rows = await database.outsideTenants((tx) =>
    tx.rows<{ one: string }>(sql`
      select w || ' is ' || ${folded(sql`w`)} || ', not ' || f as one
        from unnest(${texts}::text[], ${expected}::text[]) t(w, f)
       where ${folded(sql`w`)} <> f`),
  )
  return rows.map(({ one }) => one)
}

const names: readonly (readonly [written: string, same: readonly string[]])[] = [
  ['École', ['ÉCOLE', 'école', 'e\u0301cole', 'E\u0301COLE']],
  ['ΟΔΟΣ', ['οδος', 'οδοσ', 'Οδος']],
  ['Łódź', ['ŁÓDŹ', 'łódź', 'Ło\u0301dz\u0301']],
  ['İstanbul', ['istanbul', 'ISTANBUL', 'ıstanbul', 'i\u0307stanbul', 'I\u0307STANBUL']],
  ['Привет', ['ПРИВЕТ', 'привет']],
  ['Йод', ['ЙОД', 'и\u0306од', 'И\u0306ОД']],
  ['Straße', ['STRASSE', 'STRAßE', 'STRAẞE', 'strasse']],
  ['Ձեռք', ['ձեռք', 'ՁԵՌՔ']],
  ['가나', ['\u1100\u1161\u1102\u1161']],
  ['が', ['か\u3099']],
  ['ǰ', ['J\u030c']],
  ['ΐ', ['Ϊ\u0301', 'Ι\u0308\u0301']],
  ['10 µm', ['10 μM']],
  ['K', ['\u212a']],
  ['Bucket-1', ['BUCKET-1', 'bucket-1']],
]
for (const [written, others] of names) {
  test(`${written} is found as ${others.join(', ')}`, async () => {
    deepEqual(
      others.filter((one) => foldCase(one) !== foldCase(written)),
      [],
    )
    deepEqual(await differing([written, ...others]), [])
    for (const value of others) {
      const [row] = await database.outsideTenants((tx) =>
        tx.rows<{ is: boolean; has: boolean }>(sql`
          select ${compare(sql`t.written`, { op: 'iexact', value })} as is,
                 ${compare(sql`t.written`, { op: 'icontains', value })} as has
            from (select ${written}::text collate "C" as written) t`),
      )
      deepEqual(row, { is: true, has: true }, value)
    }
  })
}

test('an accent is a difference', () => {
  equal(foldCase('école').includes(foldCase('ecole')), false)
  equal(foldCase('Йод') === foldCase('иод'), false)
})

/** Letters with a case since Unicode 16 and 17; a server's own release decides. */
const newer = /[\u1c89\u1c8a\ua7cb-\ua7dc\u{10d50}-\u{10d85}\u{16ea0}-\u{16ed3}]/u
/** Has neither case nor other forms, and is most of Unicode. */
const uniform =
  /[\u3400-\u9fff\uac00-\ud7a3\u{17000}-\u{18cff}\u{20000}-\u{2f7ff}\u{30000}-\u{3ffff}]/u

test('the database and the server fold every character of Unicode alike', async () => {
  const characters: string[] = []
  for (let code = 1; code < 0x110000; code += 1) {
    const one = String.fromCodePoint(code)
    if (/\p{Assigned}/u.test(one) && !/\p{Cs}|\p{Co}/u.test(one) && !newer.test(one))
      if (!uniform.test(one) || code % 97 === 0) characters.push(one)
  }
  deepEqual(await differing(characters), [])
  const marked = characters.filter((one) => /[\p{Lu}\p{Ll}\p{Lt}]/u.test(one))
  deepEqual(await differing(marked.map((one) => `${one}\u0301\u0323`)), [])
})

/** Letters of scripts with and without case, marks that compose and marks that do not, in any order. */
const letter = fc.constantFrom(
  ...'aIiKsSßẞſﬁ ÉéÅİıŁΣσςΐᾳΆϐµЙйЁԱաⴀᲐꭰᏸאשّعकカ가\u1100\u1161\u0301\u0307\u0323\u0345\u0308\u3099\u05b0\u{10400}😀%_\\',
)
const texts = fc.string({ unit: letter, maxLength: 25 })

test('a random text is folded alike by both, to the same in every form and case', async () => {
  const sample = fc.sample(texts, 2_000)
  deepEqual(await differing(sample), [])
  for (const text of sample) {
    const once = foldCase(text)
    equal(foldCase(once), once, JSON.stringify(text))
    for (const form of ['NFC', 'NFD'] as const) equal(foldCase(text.normalize(form)), once)
    equal(foldCase(text.toLowerCase()), once, JSON.stringify(text))
  }
})

test('a text is found by each of its parts, in either form', async () => {
  const sample = fc.sample(fc.tuple(texts, texts, texts), 500)
  const forms = sample.flatMap(([before, part, behind]) =>
    (['NFC', 'NFD'] as const).map((form) => ({
      written: `${before} ${part} ${behind}`.normalize(form === 'NFC' ? 'NFD' : 'NFC'),
      value: ` ${part} `.normalize(form).toLowerCase(),
    })),
  )
  const rows = await database.outsideTenants((tx) =>
    tx.rows<{ written: string }>(sql`
      select w as written
        from unnest(${forms.map(({ written }) => written)}::text[], ${forms.map(({ value }) => value)}::text[]) t(w, v)
       where not ${compare(sql`w`, { op: 'icontains', value: sql`v` })}`),
  )
  deepEqual(rows, [])
})

test('a run of more than 30 marks is compared as it is written, because sorting it takes quadratic time', async () => {
  const marks: string[] = []
  for (let code = 0x300; code < 0x1e94b; code += 1) {
    const one = String.fromCodePoint(code)
    // A dot above is left out of what is compared.
    if (/\p{M}/u.test(one) && one.normalize('NFD') === one && code !== 0x307) marks.push(one)
  }
  // The second of the two has to come first in a normalized text.
  const texts = marks.map((one) => `a${one.repeat(29)}\u0301\u0323`)
  const rows = await database.outsideTenants((tx) =>
    tx.rows<{ w: string }>(sql`
      select w from unnest(${texts}::text[]) t(w) where right(${folded(sql`w`)}, 1) <> ${'\u0323'}`),
  )
  deepEqual(rows, [])
})

const { postgresAdmin } = testEnvironment
if (postgresAdmin !== null) {
  const migration = readFileSync(
    new URL('./migrations/0037_folded_texts.sql', import.meta.url),
    'utf8',
  )
  const turkish = `encoding 'UTF8' locale 'C' locale_provider icu icu_locale 'tr'`
  const places = [
    ['the locale C', `encoding 'UTF8' locale 'C'`, true],
    ['a Turkish locale', turkish, true],
    ['no encoding', `encoding 'SQL_ASCII' locale 'C'`, false],
  ] as const
  for (const [what, options, hasLetters] of places) {
    test(`a database with ${what} folds ${hasLetters ? 'all letters' : 'ASCII, and finds the rest as written'}`, async () => {
      const name = `fold_${process.pid}`
      const root = await administrator(postgresAdmin.replace('%', 'postgres'))
      await root.run(`create database ${name} template template0 ${options}`)
      const own = await administrator(postgresAdmin.replace('%', name))
      try {
        await own.run('grant create, usage on schema public to plumbline_owner')
        await own.run(`begin; ${migration}; commit`)
        const pairs = names.flatMap(([written, others]) => others.map((one) => [written, one]))
        const list = [...pairs, ['I', 'i'], ['Łódź', 'Łódź']]
          .map(([one, other]) => `('${one}', '${other}')`)
          .join(', ')
        const [row] = await own.run(`
          select bool_and(fold_case(a) = fold_case(b)) as all,
                 bool_and(fold_case(a) = fold_case(b)) filter (where a = b or a = 'I') as some
            from (values ${list}) t(a, b)`)
        deepEqual(row, { all: hasLetters, some: true })
      } finally {
        await own.close()
        await root.run(`drop database ${name} with (force)`)
        await root.close()
      }
    })
  }
}
