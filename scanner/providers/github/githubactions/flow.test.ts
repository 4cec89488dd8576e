import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { BadYaml } from '../../../yaml.ts'
import { analyze, analyzeAll, analyzed } from './testing.ts'

const title = 'github.event.issue.title'
const inserts = (what: string, job = 'a') => `the job ${job} inserts ${what} into a script`

/** A workflow with one job, from the lines of the job. */
const job = (lines: string) => `on: issues\njobs:\n  a:\n${lines.replaceAll(/^/gm, '    ')}\n`

interface Case {
  readonly name: string
  readonly text: string
  readonly dangers?: readonly string[]
  readonly unclear?: readonly string[]
}

const setter = (run: string, output = 'title') =>
  job(
    `steps:\n  - id: set\n    env:\n      TITLE: \${{ ${title} }}\n      NUMBER: \${{ github.event.issue.number }}\n    run: |\n${run.replaceAll(/^/gm, '      ')}\n  - run: echo '\${{ steps.set.outputs.${output} }}'`,
  )
const outputs = [inserts(`steps.set.outputs.title (from ${title})`)]

const cases: readonly Case[] = [
  {
    name: 'a variable of the shell is the safe form',
    text: job(`steps:\n  - env: {TITLE: '\${{ ${title} }}'}\n    run: echo "$TITLE"`),
  },
  {
    name: 'env of the step in an expression',
    text: job(`steps:\n  - env: {TITLE: '\${{ ${title} }}'}\n    run: echo \${{ env.TITLE }}`),
    dangers: [inserts(`env.TITLE (from ${title})`)],
  },
  {
    name: 'env of the job, in other case and as an index',
    text: job(`env: {TITLE: '\${{ ${title} }}'}\nsteps:\n  - run: echo \${{ ENV['title'] }}`),
    dangers: [inserts(`ENV.title (from ${title})`)],
  },
  {
    name: 'env of the workflow',
    text: `env: {T: 'x \${{ github.head_ref }}'}\n${job('steps:\n  - run: echo ${{ env.T }}')}`,
    dangers: [inserts('env.T (from github.head_ref)')],
  },
  {
    name: 'the nearest env counts',
    text: job(
      `env: {T: '\${{ ${title} }}'}\nsteps:\n  - env: {T: fixed}\n    run: echo \${{ env.T }}`,
    ),
  },
  {
    name: 'env of a step that reads the env of the job',
    text: job(
      `env: {A: '\${{ ${title} }}'}\nsteps:\n  - env: {B: '\${{ env.A }}'}\n    run: echo \${{ env.B }}`,
    ),
    dangers: [inserts(`env.B (from ${title})`)],
  },
  {
    name: 'env of another job and of another step',
    text: `on: issues\njobs:\n  a:\n    env: {T: '\${{ ${title} }}'}\n    steps: []\n  b:\n    steps:\n      - env: {T: '\${{ ${title} }}'}\n        run: echo "$T"\n      - run: echo \${{ env.T }}\n`,
  },
  {
    name: 'all of env as JSON',
    text: job(`env: {T: '\${{ ${title} }}'}\nsteps:\n  - run: echo '\${{ toJSON(env) }}'`),
    dangers: [inserts(`toJSON(env) (from ${title})`)],
  },
  ...[
    'echo "title=$TITLE" >> "$GITHUB_OUTPUT"',
    'echo title="${TITLE}" >>$GITHUB_OUTPUT',
    'printf \'title=%s\\n\' "$TITLE" >> ${GITHUB_OUTPUT}',
    'echo "title=$TITLE" | tee -a "$GITHUB_OUTPUT"',
    'echo "::set-output name=title::$TITLE"',
    '{\n  echo "title<<EOF"\n  echo "$TITLE"\n  echo "EOF"\n} >> "$GITHUB_OUTPUT"',
    'cat <<END >> $GITHUB_OUTPUT\ntitle=$TITLE\nEND',
    'copy="prefix $TITLE"\necho "title=$copy" >> "$GITHUB_OUTPUT"',
    '"title=$env:TITLE" >> $env:GITHUB_OUTPUT',
    '"title=$env:TITLE" | Out-File -FilePath $env:GITHUB_OUTPUT -Append',
    'echo title=%TITLE%>> %GITHUB_OUTPUT%',
  ].map((run) => ({ name: `an output of a step: ${run}`, text: setter(run), dangers: outputs })),
  ...[
    'echo "title=fixed" >> "$GITHUB_OUTPUT"',
    'echo "title=$NUMBER-$GITHUB_SHA" >> "$GITHUB_OUTPUT"',
    'echo "title=$(date +%F)" >> "$GITHUB_OUTPUT"',
    'echo "other=$TITLE" >> "$GITHUB_OUTPUT"\necho "title=1" >> "$GITHUB_OUTPUT"',
  ].map((run) => ({ name: `a trusted output: ${run}`, text: setter(run) })),
  {
    name: 'an output of a later step is empty',
    text: job(
      `steps:\n  - run: echo \${{ steps.late.outputs.t }}\n  - id: late\n    run: echo "t=\${{ github.head_ref }}" >> "$GITHUB_OUTPUT"`,
    ),
    dangers: [inserts('github.head_ref')],
  },
  {
    name: 'the outcome of a step',
    text: job(
      `steps:\n  - id: x\n    uses: acme/x@11bd71901bbe5b1630ceea73d27597364c9af683\n  - run: echo \${{ steps.x.outcome }} \${{ steps['x'].conclusion }}`,
    ),
  },
  {
    name: 'an output of an action of another repository',
    text: job(
      `steps:\n  - id: x\n    uses: acme/x@11bd71901bbe5b1630ceea73d27597364c9af683\n  - run: echo \${{ steps.x.outputs.tag }}`,
    ),
    unclear: [inserts('steps.x.outputs.tag')],
  },
  {
    name: 'an output of an action whose outputs users do not write',
    text: job(
      `steps:\n  - id: x\n    uses: actions/cache@v4\n  - run: echo \${{ steps.x.outputs.cache-hit }}`,
    ),
  },
  {
    name: 'the environment file',
    text: job(
      `steps:\n  - env: {TITLE: '\${{ ${title} }}'}\n    run: echo "NAME=$TITLE" >> "$GITHUB_ENV"\n  - run: echo \${{ env.NAME }}`,
    ),
    dangers: [inserts(`env.NAME (from ${title})`)],
  },
  {
    name: 'outputs of jobs',
    text: `on: issues
jobs:
  first:
    outputs: {t: '\${{ steps.s.outputs.t }}'}
    steps:
      - id: s
        env: {TITLE: '\${{ ${title} }}'}
        run: echo "t=$TITLE" >> "$GITHUB_OUTPUT"
  second:
    needs: first
    steps:
      - run: echo \${{ needs.first.outputs.t }} \${{ needs.first.result }}
      - env: {T: '\${{ needs.first.outputs.t }}'}
        run: echo "$T"
`,
    dangers: [inserts(`needs.first.outputs.t (from ${title})`, 'second')],
  },
  {
    name: 'a matrix with untrusted values',
    text: job(
      `strategy:\n  matrix:\n    title: ['\${{ ${title} }}']\n    os: [linux]\n    include: [{extra: '\${{ github.head_ref }}'}]\nsteps:\n  - run: echo \${{ matrix.title }}\n  - run: echo \${{ matrix.os }}\n  - run: echo \${{ matrix.extra }}`,
    ),
    dangers: [
      inserts(`matrix.title (from ${title})`),
      inserts('matrix.extra (from github.head_ref)'),
    ],
  },
  {
    name: 'a computed matrix',
    text: job(
      `strategy: {matrix: '\${{ fromJSON(github.event.comment.body) }}'}\nsteps:\n  - run: echo \${{ matrix.x }}`,
    ),
    dangers: [inserts('matrix.x (from github.event.comment.body)')],
  },
  {
    name: 'filters, indexes, join and JSON of parts of the event',
    text: job(
      [
        'github.event.*.body',
        "join(github.event.commits.*.message, ' ')",
        "github.event['commits'][0]['author'].email",
        'TOJSON(github.event.pull_request)',
        'github.event.issue[env.FIELD]',
        "case(github.ref == 'x', github.event.review.body, 'y')",
        '(github.event.pull_request || github.event.issue).title',
        'github.event.changes.title.from',
        'github.event.merge_group.head_commit.message',
      ]
        .map((one) => `  - run: echo "\${{ ${one} }}"`)
        .join('\n')
        .replace(/^/, 'steps:\n'),
    ),
    dangers: [
      inserts('github.event.*.body'),
      inserts('github.event.commits.*.message'),
      inserts('github.event.commits[0].author.email'),
      inserts('toJSON(github.event.pull_request)'),
      inserts('github.event.issue.*'),
      inserts('github.event.review.body'),
      inserts('github.event.pull_request.title'),
      inserts('github.event.changes.title.from'),
      inserts('github.event.merge_group.head_commit.message'),
    ],
  },
  {
    name: 'values that cannot contain untrusted text',
    text: job(
      [
        "github.event.issue.title && 'yes' || 'no'",
        'github.event.issue',
        'toJSON(github.event.pull_request.labels)',
        'github.event.pull_request.head.sha',
        "case(github.event.issue.title == 'x', 'a', 'b')",
        '!github.head_ref',
        "contains(join(github.event.commits.*.message, ''), format('{0}', github.head_ref))",
        'toJSON(github.event.issue.number)',
        'hashFiles(github.head_ref)',
        'vars.TITLE',
        'secrets.TOKEN',
        'github.event.inputs.name',
      ]
        .map((one) => `  - run: echo "\${{ ${one} }}"`)
        .join('\n')
        .replace(/^/, 'steps:\n'),
    ),
  },
  {
    name: 'an invalid expression counts with all its contexts',
    text: job(`steps:\n  - run: echo \${{ ${title} && ( }}`),
    dangers: [inserts(title)],
  },
  {
    name: 'inputs of actions that are code',
    text: job(
      `steps:\n  - uses: azure/cli@089eac9d8cc39f5d003e94f8b65efc51076c9cbd\n    with: {inlineScript: 'echo \${{ ${title} }}'}\n  - uses: actions/stale@v9\n    with: {stale-issue-message: '\${{ ${title} }}'}`,
    ),
    dangers: [inserts(title)],
  },
  {
    name: 'untrusted text for a local action, which is not read',
    text: job(`steps:\n  - uses: ./.github/actions/x\n    with: {t: '\${{ ${title} }}', n: 1}`),
    unclear: [`the job a passes ${title} to ./.github/actions/x`],
  },
  {
    name: 'computed inputs and a computed environment',
    text: job(
      'steps:\n  - uses: actions/github-script@v7\n    with: ${{ fromJSON(vars.X) }}\n  - run: make\n    env: ${{ matrix.env }}',
    ),
    unclear: [
      'the job a passes computed inputs to actions/github-script@v7',
      'a step of the job a has a computed environment',
    ],
  },
  {
    name: 'a checkout of a pull request through env and outputs',
    text: `on: pull_request_target
jobs:
  a:
    env: {REF: '\${{ github.event.pull_request.head.sha }}'}
    steps:
      - uses: actions/checkout@v4
        with: {ref: '\${{ env.REF }}'}
  b:
    steps:
      - id: pr
        run: echo "sha=\${{ github.event.pull_request.head.sha }}" >> "$GITHUB_OUTPUT"
      - uses: actions/checkout@v4
        with: {ref: '\${{ steps.pr.outputs.sha }}'}
  c:
    steps:
      - env: {SHA: '\${{ github.event.pull_request.head.sha }}'}
        run: git checkout "$SHA"
  d:
    steps:
      - uses: actions/checkout@v4
        with: {ref: '\${{ github.event.pull_request.base.sha }}'}
`,
    dangers: ['a', 'b', 'c'].map(
      (name) => `the job ${name} checks out code of a pull request with access to secrets`,
    ),
  },
  {
    name: 'a cycle of jobs',
    text: `on: push
jobs:
  a:
    outputs: {x: '\${{ needs.b.outputs.x }}'}
    steps: [{run: 'echo \${{ needs.b.outputs.x }}'}]
  b:
    outputs: {x: '\${{ needs.a.outputs.x }}'}
`,
    unclear: [inserts('needs.b.outputs.x (from needs.a.outputs.x)')],
  },
]

for (const { name, text, dangers = [], unclear = [] } of cases)
  test(`follows values: ${name}`, () => {
    deepEqual(analyze(text), { dangers, unclear })
  })

for (const run of [
  './set-title.sh',
  'echo "title=$(cat title.txt)" >> "$GITHUB_OUTPUT"',
  'echo "title=$UNDEFINED" >> "$GITHUB_OUTPUT"',
  'echo "title=$(echo "$TITLE" | tr -cd a-z)" >> "$GITHUB_OUTPUT"',
  'node -e "fs.appendFileSync(process.env.GITHUB_OUTPUT, title)"',
])
  test(`an output that a command computes is unclear: ${run}`, () => {
    const { dangers, unclear } = analyze(setter(run))
    deepEqual(dangers, [])
    equal(unclear.length, 1)
    ok(unclear[0]?.startsWith('the job a inserts steps.set.outputs.title'), unclear[0])
  })

const callee = (more = '') => `on:
  workflow_call:
    inputs:
      title: {type: string}
      count: {type: number}
    outputs:
      echoed: {value: '\${{ jobs.run.outputs.t }}'}
jobs:
  run:
    outputs: {t: '\${{ inputs.title }}'}
    steps:
      - run: echo \${{ inputs.title }} \${{ inputs.count }}
${more}`
const caller = (value: string, uses = './.github/workflows/callee.yml') => `on: pull_request_target
jobs:
  call:
    uses: ${uses}
    with: {title: ${value}, count: 1}
  after:
    needs: call
    steps:
      - run: echo \${{ needs.call.outputs.echoed }}
`
const bad = `'\${{ github.event.pull_request.title }}'`
const from = 'github.event.pull_request.title'

test('inputs and outputs of reusable workflows are followed between files', () => {
  for (const uses of [
    './.github/workflows/callee.yml',
    '$/.github/workflows/callee.yml@v1',
    'Octo-Org/shop/.github/workflows/callee.yml@main',
  ]) {
    const [inside, outside] = analyzeAll({
      'callee.yml': callee(),
      'caller.yml': caller(bad, uses),
    })
    deepEqual(inside?.dangers, [inserts(`inputs.title (from ${from})`, 'run')], uses)
    deepEqual(outside?.dangers, [inserts(`needs.call.outputs.echoed (from ${from})`, 'after')])
  }
  deepEqual(
    analyzeAll({ 'callee.yml': callee(), 'caller.yml': caller('fixed') }),
    [0, 1].map(() => ({ dangers: [], unclear: [] })),
  )
})

test('inputs without a caller in the repository, and outputs of other repositories, are unclear', () => {
  deepEqual(analyze(callee()), { dangers: [], unclear: [inserts('inputs.title', 'run')] })
  const other = `octo-org/other/.github/workflows/x.yml@${'a'.repeat(40)}`
  deepEqual(analyze(caller('fixed', other)), {
    dangers: [],
    unclear: [inserts('needs.call.outputs.echoed', 'after')],
  })
})

test('a reusable workflow runs with the secrets of the events of its callers', () => {
  const more =
    "      - uses: actions/checkout@v4\n        with: {ref: '${{ github.event.pull_request.head.sha }}'}\n"
  const found = analyzeAll({ 'callee.yml': callee(more), 'caller.yml': caller('fixed') })
  deepEqual(found[0]?.dangers, [
    'the job run checks out code of a pull request with access to secrets',
  ])
  deepEqual(analyzeAll({ 'callee.yml': callee(more) })[0]?.dangers, [])
})

test('workflows that call each other in a cycle end', () => {
  const one = (next: string) =>
    `on: {workflow_call: {inputs: {x: {type: string}}}}\njobs:\n  a:\n    uses: ./.github/workflows/${next}\n    with: {x: '\${{ inputs.x }}'}\n  b:\n    steps: [{run: 'echo \${{ inputs.x }}'}]\n`
  for (const { dangers, unclear } of analyzeAll({ 'a.yml': one('b.yml'), 'b.yml': one('a.yml') }))
    deepEqual([dangers, unclear.length], [[], 1])
})

test('long chains and many references end, and what is not followed is unclear', () => {
  const steps = Array.from({ length: 5_000 }, (_, n) => ({
    id: `s${n}`,
    run: `echo "x=\${{ steps.s${n - 1}.outputs.x }}" >> "$GITHUB_OUTPUT"`,
  }))
  const reversed = { on: 'push', jobs: { a: { steps: [{ id: 's-1', run: './x' }, ...steps] } } }
  ok(analyzed(reversed).unclear.length > 0)
  const all = Array.from({ length: 3_000 }, (_, n) => ({
    id: `s${n}`,
    run: 'echo ${{ toJSON(steps) }}; ./x',
  }))
  ok(analyzed({ on: 'push', jobs: { a: { steps: all } } }).unclear.length > 0)
})

test('cut and changed texts of workflows are analyzed or rejected', () => {
  const seeds = cases.map(({ text }) => text)
  let state = 1
  const random = (most: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % most
  }
  let read = 0
  for (let n = 0; n < 3_000; n += 1) {
    const text = seeds[random(seeds.length)] ?? ''
    const at = random(text.length)
    const other = seeds[random(seeds.length)] ?? ''
    const changed = [
      text.slice(0, at),
      text.slice(0, at) + text.slice(at + 1 + random(20)),
      text.slice(0, at) + other.slice(random(other.length)),
      text.slice(0, at) + '\'"{}[]${}*&|>()'.charAt(random(15)) + text.slice(at),
    ][n % 4]
    try {
      const { dangers, unclear } = analyze(changed ?? '')
      ok(dangers.length <= 100 && unclear.length <= 100)
      read += 1
    } catch (thrown) {
      ok(thrown instanceof BadYaml, String(thrown))
    }
  }
  equal(read > 500, true)
})
