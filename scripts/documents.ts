/** Checks statements of the repository's pages that a program can verify. */

/**
 * The paths that a page names: words that begin with one of `tops`, the names in the root, and a
 * slash. `scripts/<name>.ts` names `scripts/`.
 */
export function namedPaths(page: string, tops: readonly string[]): string[] {
  const known = new Set(tops)
  return [...page.matchAll(/(?<![\w@:/.-])[\w.-]+\/[\w./-]*/g)]
    .map(([path]) => path.replace(/[./]+$/, ''))
    .filter((path) => known.has(path.split('/')[0] ?? ''))
}

/** The scripts of package.json that a page names as commands. */
export const namedScripts = (page: string): string[] =>
  [...page.matchAll(/npm (?:run ([a-z:-]+)|(test|start))/g)].map(
    ([, script, short]) => script ?? short ?? '',
  )

/** The files that a page links to, as the page writes them; other sites are left out. */
export const links = (page: string): string[] =>
  [...page.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].flatMap(([, target = '']) =>
    /^[a-z]+:/.test(target) ? [] : [target],
  )

/** The names of the tests that a file declares, as it writes them: with `${…}` where a name has a gap. */
export const testNames = (source: string): string[] =>
  [...source.matchAll(/\btest\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs)].map(([, , name = '']) => name)
