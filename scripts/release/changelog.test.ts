import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Fragment, isReleased, releasedChangelog, sectionText } from './changelog.ts'

const fragments: readonly Fragment[] = [
  { name: '12-search.fixed.md', text: 'Search finds\nlong names.\n' },
  { name: '9-views.fixed.md', text: 'Views are saved.\n' },
  { name: '12-notes.added.md', text: 'You can now write notes.\n' },
  { name: '7-csv.removed.md', text: 'CSV is removed.\n' },
  { name: '8-pages.changed.md', text: 'Pages have 50 rows.\n' },
]
const moved = `### Added

- You can now write notes.

### Changed

- Pages have 50 rows.

### Removed

- CSV is removed.

### Fixed

- Views are saved.
- Search finds long names.
`

const cases = [
  {
    about: 'a new version comes before the earlier ones',
    before: '# Changelog\n\nText.\n\n## 0.1.0 (2026-01-01)\n\n- First.\n',
    fragments,
    after: `# Changelog\n\nText.\n\n## 0.2.0 (2026-02-03)\n\n${moved}\n## 0.1.0 (2026-01-01)\n\n- First.\n`,
  },
  {
    about: 'the text of an unreleased section stays',
    before: '# Changelog\n\n## 0.2.0 (unreleased)\n\n### API\n\n- One.\n\n## 0.1.0 (2026-01-01)\n',
    fragments: fragments.slice(1, 2),
    after:
      '# Changelog\n\n## 0.2.0 (2026-02-03)\n\n### API\n\n- One.\n\n### Fixed\n\n- Views are saved.\n\n## 0.1.0 (2026-01-01)\n',
  },
  {
    about: 'a changelog without versions gets the first one',
    before: '# Changelog\n',
    fragments: [],
    after: '# Changelog\n\n## 0.2.0 (2026-02-03)\n',
  },
] as const

for (const { about, before, fragments: given, after } of cases)
  test(`changelog: ${about}`, () => {
    const version = { version: '0.2.0', date: new Date('2026-02-03T23:59:59Z') }
    assert.equal(releasedChangelog(before, given, version), after)
  })

test('changelog: a version is released when its heading has a date', () => {
  const text = '# Changelog\n\n## 0.2.0 (unreleased)\n\nTwo.\n\n## 0.1.0 (2026-01-01)\n\nOne.\n'
  assert.deepEqual(
    ['0.3.0', '0.2.0', '0.1.0', '0.1'].map((version) => isReleased(text, version)),
    [false, false, true, false],
  )
  assert.equal(sectionText(text, '0.1.0'), 'One.')
  assert.equal(sectionText(text, '0.2.0'), 'Two.')
  assert.equal(sectionText(text, '0.3.0'), '')
})
