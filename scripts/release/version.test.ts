import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { currentVersion, setVersion, versionProblem, versionsIn } from './version.ts'

const released = ['v0.1.0', 'v1.4.2']
const cases = [
  ['0.1.0', '0.1.0', [], undefined],
  ['0.2.0', '0.1.0', [], /Release 0\.1\.0 first/],
  ['0.1.0', '0.1.0', released, /The tag v0\.1\.0 exists/],
  ['1.4.3', '1.4.2', released, undefined],
  ['1.5.0', '1.4.2', released, undefined],
  ['2.0.0', '1.4.2', released, undefined],
  ['1.4.4', '1.4.2', released, /After 1\.4\.2 comes 1\.4\.3, or 1\.5\.0, or 2\.0\.0\./],
  ['1.3.9', '1.4.2', released, /After 1\.4\.2 comes/],
  ['v1.5.0', '1.4.2', released, /"v1\.5\.0" is not a version/],
  ['1.5', '1.4.2', released, /"1\.5" is not a version/],
  ['1.05.0', '1.4.2', released, /not a version/],
  ['1.5.0-rc.1', '1.4.2', released, /not a version/],
] as const

for (const [wanted, current, tags, problem] of cases)
  test(`version ${wanted} after ${current} with ${tags.length} tags is ${problem ? 'refused' : 'next'}`, () => {
    const found = versionProblem(wanted, current, tags)
    if (problem) assert.match(found ?? '', problem)
    else assert.equal(found, undefined)
  })

const root = mkdtempSync(join(tmpdir(), 'plumbline-version-'))
after(() => rmSync(root, { recursive: true, force: true }))

/** Files of which setting 0.2.0 changes each `0.1.0` and nothing else. */
const files = {
  'package.json':
    '{\n  "name": "plumbline",\n  "version": "0.1.0",\n  "workspaces": [\n    "server"\n  ]\n}\n',
  'server/package.json':
    '{\n  "name": "@plumbline/server",\n  "version": "0.1.0",\n  "dependencies": {\n    "@plumbline/sse": "0.1.0",\n    "pg": "0.1.1"\n  }\n}\n',
  'package-lock.json':
    '{\n  "name": "plumbline",\n  "version": "0.1.0",\n  "packages": {\n    "": {\n      "name": "plumbline",\n      "version": "0.1.0"\n    },\n    "node_modules/pg": {\n      "version": "0.1.1"\n    },\n    "server": {\n      "name": "@plumbline/server",\n      "version": "0.1.0"\n    }\n  }\n}\n',
  'ship/compose.yaml': 'image: ${PLUMBLINE_IMAGE:-plumbline:0.1.0}\nimage: caddy:0.1.1\n',
  'ship/chart/Chart.yaml':
    'apiVersion: v2\nname: plumbline\nversion: 0.1.0\nappVersion: "0.1.0"\nkubeVersion: ">=0.1.1"\n',
  'docs/operate/install.md':
    'Version 0.1.0 is not published yet. plumbline-cli-0.1.0.tgz, plumbline-0.1.0-linux-x64, Node 0.1.1\n',
} as const

test('setting the version changes it at every place, and no other version', () => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  assert.equal(currentVersion(root), '0.1.0')
  setVersion(root, '0.2.0')
  for (const [path, text] of Object.entries(files))
    assert.equal(readFileSync(join(root, path), 'utf8'), text.replaceAll('0.1.0', '0.2.0'), path)
  const found = versionsIn(root)
  assert.deepEqual([...found.keys()].toSorted(), Object.keys(files).toSorted())
  assert.deepEqual(
    [...found.values()],
    Object.keys(files).map(() => ['0.2.0']),
  )
})
