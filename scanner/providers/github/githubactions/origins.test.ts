import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Analysis } from './dangers.ts'
import { analyze, analyzeAll, analyzed } from './testing.ts'

const commit = '11bd71901bbe5b1630ceea73d27597364c9af683'
const inserts = (what: string, job = 'a') => `the job ${job} inserts ${what} into a script`
const job = (members: Readonly<Record<string, unknown>>) =>
  analyzed({ on: 'issues', jobs: { a: members } })
const safe: Analysis = { dangers: [], unclear: [] }

/** The analysis of a job that inserts a variable of the environment after other steps. */
const inserting = (before: readonly Readonly<Record<string, unknown>>[], more = {}) =>
  job({ steps: [...before, { run: 'echo ${{ env.X }}' }], ...more })

for (const step of [
  { uses: `acme/setup@${commit}` },
  { uses: './.github/actions/setup' },
  { uses: `docker://alpine@sha256:${'0'.repeat(64)}` },
  { uses: 'actions/github-script@v7', with: { script: "core.exportVariable('X', t)" } },
  { uses: 'actions/github-script@v7', with: { script: "require('./x.js')(core)" } },
  { run: './set.sh' },
  { run: '"./set.sh"' },
  { run: '. ./set.sh' },
  { run: 'npm ci && npm run build' },
  { run: 'jq -r .x file >> "$GITHUB_ENV"' },
  { run: 'cat .env >> "$GITHUB_ENV"' },
  { run: 'FILE=$GITHUB_ENV; echo "X=$T" >> "$FILE"' },
  { run: 'x = 1', shell: 'python' },
  { run: '${{ vars.COMMAND }}' },
])
  test(`a variable that an earlier step can set is unclear: ${JSON.stringify(step)}`, () => {
    deepEqual(inserting([step]), { dangers: [], unclear: [inserts('env.X')] })
    deepEqual(job({ steps: [{ run: 'echo ${{ env.X }}' }, step] }), safe)
    equal(inserting([{ ...step, env: { X: 'fixed' } }]).unclear.length, 1)
  })

for (const step of [
  { uses: 'actions/checkout@v4' },
  { uses: 'actions/setup-node@v4' },
  { uses: 'actions/github-script@v7', with: { script: 'console.log(1)' } },
  { run: '# ./set.sh\necho "$X" && git fetch\n[ -n "$X" ] && exit 1' },
  { run: 'show() { echo "$1"; }\nshow a' },
  { run: 'echo "OTHER=1" >> "$GITHUB_ENV"' },
])
  test(`a variable that no earlier step can set is empty: ${JSON.stringify(step)}`, () => {
    deepEqual(inserting([step]), safe)
  })

test('a variable that a later step writes has no definition', () => {
  const later = { run: 'echo "X=1" >> "$GITHUB_ENV"' }
  const { unclear } = job({ steps: [{ run: 'make' }, { run: 'echo ${{ env.X }}' }, later] })
  deepEqual(unclear, [inserts('env.X')])
})

test('a definition of a variable counts, unless an earlier step writes variables that cannot be read', () => {
  const program = { run: 'make' }
  const hidden = { run: 'cat .env >> "$GITHUB_ENV"' }
  const written = { run: 'echo "X=1" >> "$GITHUB_ENV"' }
  const env = { X: 'fixed' }
  const unclear = { dangers: [], unclear: [inserts('env.X')] }
  deepEqual(inserting([program], { env }), safe)
  deepEqual(inserting([program, written]), safe)
  deepEqual(inserting([hidden], { env }), unclear)
  deepEqual(inserting([hidden, written]), unclear)
  deepEqual(job({ steps: [hidden, { env, run: 'echo ${{ env.X }}' }] }), safe)
  deepEqual(job({ env, steps: [program, { run: "echo '${{ toJSON(env) }}'" }] }).unclear, [
    inserts('toJSON(env)'),
  ])
})

test('a matrix and a strategy that are computed have the origin of the expression', () => {
  const steps = [{ run: 'echo ${{ matrix.x }}' }]
  const bad = '${{ fromJSON(github.event.comment.body) }}'
  const dangers = [inserts('matrix.x (from github.event.comment.body)')]
  for (const strategy of [
    bad,
    { matrix: bad },
    { matrix: { x: bad } },
    { matrix: { include: bad } },
    { matrix: { include: [bad] } },
    { matrix: { include: [{ X: [{ y: [[[[[[bad]]]]]] }] }] } },
  ]) {
    deepEqual(job({ strategy, steps }), { dangers, unclear: [] })
    const unknown = JSON.parse(
      JSON.stringify(strategy).replaceAll('github.event.comment.body', 'needs.b.outputs.x'),
    ) as unknown
    const b = { outputs: { x: '${{ steps.s.outputs.x }}' }, steps: [{ id: 's', run: './list' }] }
    const { unclear } = analyzed({ jobs: { a: { needs: 'b', strategy: unknown, steps }, b } })
    deepEqual(unclear, [inserts('matrix.x (from steps.s.outputs.x)')])
  }
  deepEqual(job({ strategy: { matrix: { x: [1, 2] } }, steps }), safe)
})

const callee = `on:
  workflow_call:
    inputs: {title: {type: string, default: 'DEFAULT'}}
    secrets: {text: {}}
jobs:
  run:
    steps:
      - run: echo \${{ inputs.title }}
      - run: echo \${{ secrets.text }}
`
const calling = (members: string, text = callee) =>
  analyzeAll({
    'callee.yml': text,
    'caller.yml': `on: issues\njobs:\n  call:\n    uses: ./.github/workflows/callee.yml\n    ${members}\n`,
  })[0]
const bad = '${{ github.event.issue.title }}'
const from = '(from github.event.issue.title)'

test('secrets, computed inputs and defaults of a reusable workflow are followed', () => {
  deepEqual(calling('secrets: inherit'), safe)
  deepEqual(calling(`secrets: {TEXT: '${bad}'}`)?.dangers, [inserts(`secrets.text ${from}`, 'run')])
  deepEqual(calling("secrets: '${{ fromJSON(vars.X) }}'")?.unclear, [
    inserts('secrets.text', 'run'),
  ])
  deepEqual(calling("with: '${{ fromJSON(vars.X) }}'")?.unclear, [inserts('inputs.title', 'run')])
  deepEqual(calling('secrets: inherit', callee.replace('DEFAULT', bad))?.dangers, [
    inserts(`inputs.title ${from}`, 'run'),
  ])
  const dispatched = callee.replace(/ {2}workflow_call:[^]*?jobs:/, '  workflow_dispatch:\njobs:')
  deepEqual(analyze(dispatched), safe)
})

test('untrusted text for a reusable workflow of another repository is unclear', () => {
  const uses = `acme/x/.github/workflows/y.yml@${commit}`
  const unclear = [`the job a passes github.event.issue.title to ${uses}`]
  deepEqual(job({ uses, with: { title: bad } }), { dangers: [], unclear })
  deepEqual(job({ uses, secrets: { title: bad } }), { dangers: [], unclear })
  deepEqual(job({ uses, with: { title: 'fixed' }, secrets: 'inherit' }), safe)
  deepEqual(job({ steps: [{ uses: `acme/notify@${commit}`, with: { text: bad } }] }), safe)
})

test('the shell of a script is code, and its folder is not', () => {
  const shell = `bash -c "echo ${bad}; . {0}"`
  const run = { shell }
  const dangers = [inserts('github.event.issue.title')]
  deepEqual(job({ steps: [{ run: 'ls', shell }] }).dangers, dangers)
  deepEqual(job({ defaults: { run }, steps: [] }).dangers, dangers)
  deepEqual(analyzed({ on: 'issues', defaults: { run }, jobs: {} }).dangers, [
    'the workflow inserts github.event.issue.title into a script',
  ])
  deepEqual(job({ steps: [{ run: 'ls', 'working-directory': bad }] }), safe)
})

test('text of untrusted users in other events is found, and names with limited characters are not', () => {
  const found = (expression: string) =>
    job({ steps: [{ run: `echo \${{ ${expression} }}` }] }).dangers.length
  for (const path of [
    'comment.diff_hunk',
    'comment.path',
    'old_answer.body',
    'pages[0].summary',
    'commit.commit.message',
    'commit.commit.author.name',
    'changes.old_issue.title',
    'changes.new_discussion.body',
    'check_suite.pull_requests[0].head.ref',
    'pull_request.auto_merge.commit_title',
    'pull_request.head.repo.homepage',
    'workflow_run.path',
    'workflow_run.head_repository.description',
  ])
    equal(found(`github.event.${path}`), 1, path)
  for (const path of [
    'comment.id',
    'comment.user.login',
    'commit.sha',
    'issue.labels[0].name',
    'issue.milestone.title',
    'pull_request.head.repo.full_name',
    'pull_request.head.user.login',
    'pull_request.base.ref',
    'workflow_run.name',
  ])
    equal(found(`github.event.${path}`), 0, path)
})

test('outputs of a cache have the origin of its key', () => {
  const cache = (key: string) =>
    job({
      steps: [
        { id: 'c', uses: 'actions/cache/restore@v4', with: { key } },
        { run: 'echo ${{ steps.c.outputs.cache-matched-key }}' },
      ],
    })
  deepEqual(cache('linux-${{ github.sha }}'), safe)
  deepEqual(cache('${{ github.head_ref }}').dangers, [
    inserts('steps.c.outputs.cache-matched-key (from github.head_ref)'),
  ])
})

/** Steps of all kinds. The verdict of a job depends on their order. */
const steps: readonly Readonly<Record<string, unknown>>[] = [
  { run: 'echo ${{ env.X }}' },
  { run: 'echo ${{ env.X }}', env: { X: '${{ env.Y }}' } },
  { run: 'echo ${{ steps.set.outputs.x }}' },
  { id: 'set', run: 'echo "x=1" >> "$GITHUB_OUTPUT"' },
  { id: 'set', run: 'echo "x=$X" >> "$GITHUB_OUTPUT"' },
  { run: 'echo "X=1" >> "$GITHUB_ENV"' },
  { run: 'echo "X=$TITLE" >> "$GITHUB_ENV"', env: { TITLE: bad } },
  { run: 'git fetch origin "$X"' },
  { run: 'git fetch origin pull/1/head' },
  { run: 'git checkout FETCH_HEAD' },
  { uses: 'actions/checkout@v4', with: { ref: '${{ env.X }}' } },
  { uses: `acme/setup@${commit}` },
  { run: 'make' },
]
const unknownWriters = [
  { run: 'cat .env >> "$GITHUB_ENV"' },
  { run: './set.sh' },
  { uses: `acme/setup@${commit}` },
  { run: 'echo "X=$(cat x)" >> "$GITHUB_ENV"' },
]
const rank = (all: readonly unknown[], env: unknown) => {
  const { dangers, unclear } = analyzed({
    on: 'pull_request_target',
    jobs: { a: { steps: all, env } },
  })
  return dangers.length > 0 ? 2 : Math.min(unclear.length, 1)
}

test('a step that writes unknown values never makes a verdict better', () => {
  const chosen = fc.record({
    all: fc.array(fc.constantFrom(...steps), { maxLength: 6 }),
    writer: fc.constantFrom(...unknownWriters),
    at: fc.nat(6),
    env: fc.constantFrom({}, { X: 'fixed' }, { X: bad }),
  })
  fc.assert(
    fc.property(chosen, ({ all, writer, at, env }) => {
      ok(rank([...all.slice(0, at), writer, ...all.slice(at)], env) >= rank(all, env))
    }),
    { numRuns: 2_000, seed: Number(process.env['PLUMBLINE_TEST_SEED'] ?? 1) },
  )
})
