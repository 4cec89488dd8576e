import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { soundWorkflow } from '../../../testing/github/index.ts'
import { movable } from './dangers.ts'
import { expressionsIn } from './expressions.ts'
import { analyzed, analyzeValues, dangersOf as dangers } from './testing.ts'

const dangersIn = (value: unknown) => analyzed(value).dangers
const running = (run: string, on = 'push') =>
  dangers(`on: ${on}\njobs:\n  a:\n    steps:\n      - run: ${JSON.stringify(run)}\n`)
const using = (uses: string, more = '') =>
  dangers(
    `on: [push, pull_request_target]\njobs:\n  a:\n    steps:\n      - uses: ${uses}\n${more}`,
  )

test('a sound workflow has nothing dangerous', () => {
  deepEqual(dangers(soundWorkflow), [])
})

for (const [run, context] of [
  ['echo ${{ github.event.issue.title }}', 'github.event.issue.title'],
  ["echo ${{ github['event']['comment']['body'] }}", 'github.event.comment.body'],
  ['echo ${{ github . head_ref }}', 'github.head_ref'],
  ['echo ${{ github.event.commits[0].message }}', 'github.event.commits[0].message'],
  ['echo ${{ toJSON(github.event) }}', 'toJSON(github.event)'],
  ["echo ${{ format('{0}', github.event.pull_request.body) }}", 'github.event.pull_request.body'],
  [
    "echo ${{ github.ref == 'x' && github.event.pull_request.head.ref || '' }}",
    'github.event.pull_request.head.ref',
  ],
] as const) {
  test(`a script that is made from ${context} is found: ${run}`, () => {
    deepEqual(running(run), [`the job a inserts ${context} into a script`])
  })
}

test('trusted values and conditions on untrusted ones are not dangerous in a script', () => {
  for (const run of [
    'echo ${{ github.sha }}',
    'echo ${{ github.event.pull_request.number }}',
    "echo ${{ contains(github.event.comment.body, '/deploy') }}",
    "echo ${{ github.head_ref == 'main' }}",
    'echo "$TITLE"',
  ])
    deepEqual(running(run), [], run)
})

test('scripts of github-script are scripts', () => {
  const more = '        with:\n          script: console.log("${{ github.event.issue.body }}")\n'
  deepEqual(using('actions/github-script@v7', more), [
    'the job a inserts github.event.issue.body into a script',
  ])
})

for (const [uses, input] of [
  ['docker://alpine', 'args'],
  ['docker://alpine', 'entrypoint'],
  ['nick-invision/retry@v3', 'command'],
  ['vmactions/freebsd-vm@v1', 'run'],
  ['devcontainers/ci@v0.3', 'runCmd'],
  ['Wandalen/wretry.action@v3', 'command'],
  ['GabrielBB/xvfb-action@v1', 'run'],
  ['coactions/setup-xvfb@v1', 'run'],
  ['google-github-actions/ssh-compute@v1', 'command'],
  ['cypress-io/github-action@v6', 'command'],
] as const)
  test(`the input ${input} of ${uses} is a script`, () => {
    const more = `        with:\n          ${input}: echo \${{ github.event.issue.title }}\n`
    ok(using(uses, more).includes('the job a inserts github.event.issue.title into a script'))
  })

test('checkouts in inputs that are scripts are found, and in other languages they are unclear', () => {
  const using = (uses: string, input: string, script: string) => {
    const steps = [{ uses, with: { [input]: script } }]
    return analyzed({ on: 'pull_request_target', jobs: { a: { steps } } })
  }
  const retry = 'nick-fields/retry@11bd71901bbe5b1630ceea73d27597364c9af683'
  deepEqual(using(retry, 'command', 'gh pr checkout 1').dangers, [
    'the job a checks out code of a pull request with access to secrets',
  ])
  const script = 'actions/github-script@v7'
  for (const text of [
    "await exec.exec('git', ['checkout', '${{ github.event.pull_request.head.sha }}'])",
    'execSync(`cd src && gh pr checkout ${n}`)',
    'execSync("git fetch origin pull/1/head")',
  ])
    deepEqual(
      using(script, 'script', text),
      {
        dangers: [],
        unclear: [`the job a can check out code in a script of ${script}`],
      },
      text,
    )
  const text = 'await github.rest.git.getRef({ owner, repo, ref }) // checkout'
  deepEqual(using(script, 'script', text), { dangers: [], unclear: [] })
})

test('untrusted text of several lines in the environment without a delimiter is dangerous', () => {
  const writing = (context: string, run: string) =>
    analyzed({
      on: 'issue_comment',
      jobs: { a: { steps: [{ env: { B: `\${{ ${context} }}` }, run }] } },
    }).dangers
  const body = 'github.event.comment.body'
  const block = (end: string) => `{ echo "B<<${end}"; echo "$B"; echo "${end}"; } >> "$GITHUB_ENV"`
  const line = 'echo "B=$B" >> "$GITHUB_ENV"'
  const sentence = (context: string) => [
    `the job a writes ${context} to the environment without a random delimiter`,
  ]
  deepEqual(writing(body, line), sentence(body))
  const message = 'github.event.head_commit.message'
  deepEqual(writing(message, 'printf "B=%s\\n" "$B" | tee -a $GITHUB_ENV'), sentence(message))
  deepEqual(writing('github.event.issue.title', line), [])
  deepEqual(writing(body, block('E')), sentence(body))
  deepEqual(writing(body, `D=EOF; ${block('$D')}`), sentence(body))
  for (const random of ['$(uuidgen)', 'E_$RANDOM', '${{ steps.a.outputs.b }}'])
    deepEqual(writing(body, `D="${random}"; ${block('$D')}`), [], random)
  deepEqual(writing('github.event.issue.title', block('E')), [])
})

test('untrusted text of several lines in an output can set the other outputs of its step', () => {
  const inserting = (run: string, context = 'github.event.comment.body') => {
    const set = {
      id: 'a',
      env: { B: `\${{ ${context} }}` },
      run: `${run}\necho "n=1" >> $GITHUB_OUTPUT`,
    }
    const steps = [set, { run: 'echo ${{ steps.a.outputs.n }}' }]
    return analyzed({ on: 'issue_comment', jobs: { a: { steps } } }).dangers
  }
  const block = (end: string) =>
    `{ echo "B<<${end}"; echo "$B"; echo "${end}"; } >> "$GITHUB_OUTPUT"`
  const sentence = [
    'the job a inserts steps.a.outputs.n (from github.event.comment.body) into a script',
  ]
  deepEqual(inserting(block('E')), sentence)
  deepEqual(inserting('echo "b=$B" >> $GITHUB_OUTPUT'), sentence)
  deepEqual(inserting(`D=$(uuidgen); ${block('$D')}`), [])
  deepEqual(inserting(block('E'), 'github.event.issue.title'), [])
})

test('untrusted text in the search path of commands is dangerous, and the output of a command is not', () => {
  const writing = (run: string) =>
    analyzed({
      on: 'pull_request',
      jobs: { a: { steps: [{ env: { R: '${{ github.head_ref }}' }, run }] } },
    }).dangers
  for (const run of [
    'echo "$R" >> $GITHUB_PATH',
    'echo "$PWD/$R/bin" | tee -a "$GITHUB_PATH"',
    '"$env:R" >> $env:GITHUB_PATH',
    'echo "::add-path::$R"',
  ])
    deepEqual(
      writing(run),
      [`the job a writes github.head_ref to the search path of commands`],
      run,
    )
  for (const run of [
    'echo "$HOME/.local/bin" >> $GITHUB_PATH',
    'echo "$(go env GOPATH)/bin" >> $GITHUB_PATH',
    'echo "$R"; cat $GITHUB_PATH',
  ])
    deepEqual(writing(run), [], run)
})

test('untrusted text in the image or the options of a container is dangerous', () => {
  const containing = (job: unknown) => analyzed({ on: 'pull_request', jobs: { a: job } }).dangers
  const text = 'x:${{ github.head_ref }}'
  const sentence = (what: string) => [
    `the job a inserts github.head_ref into the ${what} of a container`,
  ]
  deepEqual(containing({ container: text }), sentence('image'))
  deepEqual(containing({ container: { image: text } }), sentence('image'))
  deepEqual(containing({ container: { image: 'a', options: text } }), sentence('options'))
  deepEqual(containing({ services: { a: { image: text } } }), sentence('image'))
  deepEqual(containing({ services: { a: { image: 'a', options: text } } }), sentence('options'))
  const matrix = { image: ['a', 'b'] }
  const image = '${{ matrix.image }}:${{ github.sha }}'
  const options = '--user 1001 -e REF=${{ github.base_ref }}'
  deepEqual(
    containing({ strategy: { matrix }, container: { image, options, env: { REF: text } } }),
    [],
  )
})

test('a reusable workflow without callers in the repository is unclear if it checks out a pull request', () => {
  const calling = (ref: string, on: unknown = { workflow_call: {} }) => {
    const steps = [{ uses: 'actions/checkout@v4', with: { ref } }]
    return analyzed({ on, jobs: { a: { steps } } })
  }
  const head = '${{ github.event.pull_request.head.sha }}'
  deepEqual(calling(head), {
    dangers: [],
    unclear: [
      'the job a checks out code of a pull request, and no workflow of the repository calls it',
    ],
  })
  const withInput = { workflow_call: { inputs: { ref: { type: 'string' } } } }
  deepEqual(calling('${{ inputs.ref }}', withInput).unclear, [])
  const steps = [{ uses: 'actions/checkout@v4', with: { ref: head } }]
  const called = (on: string) =>
    analyzeValues({
      'a.yml': { on: 'workflow_call', jobs: { a: { steps } } },
      'b.yml': { on, jobs: { b: { uses: './.github/workflows/a.yml' } } },
    }).map(({ dangers, unclear }) => [dangers.length, unclear.length])
  deepEqual(called('pull_request'), [
    [0, 0],
    [0, 0],
  ])
  deepEqual(called('pull_request_target'), [
    [1, 0],
    [0, 0],
  ])
  deepEqual(called('workflow_call'), [
    [0, 1],
    [0, 0],
  ])
})

test('untrusted text for an action of the account in another repository is unclear', () => {
  const steps = [{ uses: 'Octo-Org/shared@v1', with: { a: '${{ github.head_ref }}' } }]
  deepEqual(analyzed({ on: 'pull_request', jobs: { a: { steps } } }), {
    dangers: [],
    unclear: ['the job a passes github.head_ref to Octo-Org/shared@v1'],
  })
})

test('code of pull requests is dangerous where secrets are at hand, and only there', () => {
  const checkout = (on: string) =>
    dangers(
      `on: ${on}\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n        with:\n          ref: \${{ github.event.pull_request.head.sha }}\n`,
    )
  equal(checkout('pull_request_target').length, 1)
  equal(checkout('{workflow_run: {workflows: [a]}}').length, 1)
  deepEqual(checkout('pull_request'), [])
  deepEqual(using('actions/checkout@v4'), [])
})

test('commands that get the code of pull requests are checkouts, also for comments', () => {
  const at = (event: string, run: string) => running(run, event).length
  for (const run of [
    'gh pr checkout ${{ github.event.number }}',
    'gh  pr checkout "$NUMBER"',
    'git fetch origin "pull/$NUMBER/head" && git checkout FETCH_HEAD',
    'git fetch origin refs/pull/${{ github.event.issue.number }}/merge\ngit merge FETCH_HEAD',
  ])
    deepEqual(
      ['pull_request_target', 'issue_comment', 'pull_request'].map((event) => at(event, run)),
      [1, 1, 0],
      run,
    )
  deepEqual(at('pull_request_target', 'git fetch origin main && gh pr view 1'), 0)
  const bracketed =
    "        with:\n          ref: ${{ github['event'].pull_request['head'].sha }}\n"
  equal(using('actions/checkout@v4', bracketed).length, 1)
})

test('an action of another owner must be pinned to a commit', () => {
  const commit = '11bd71901bbe5b1630ceea73d27597364c9af683'
  for (const fixed of [
    'actions/checkout@v4',
    'github/codeql-action/init@v3',
    'Octo-Org/shared/.github/workflows/a.yml@main',
    './local',
    '$/.github/workflows/reusable.yml',
    '$/.github/workflows/reusable.yml@tag',
    '$/actions/build',
    `acme/setup@${commit}`,
    `docker://alpine@sha256:${commit.padEnd(64, '0')}`,
  ])
    equal(movable(fixed, 'octo-org'), null, fixed)
  for (const loose of ['acme/setup@v1', 'acme/setup@11bd719', 'docker://alpine:3', 'acme/setup'])
    equal(movable(loose, 'octo-org'), loose)
  equal(dangers('on: push\njobs:\n  a:\n    uses: acme/x/.github/workflows/y.yml@v1\n').length, 1)
})

test('tokens with every permission and unsecure commands are found wherever they are', () => {
  const text = `on: push
permissions: write-all
env: {ACTIONS_ALLOW_UNSECURE_COMMANDS: "true"}
jobs:
  a:
    permissions: write-all
    steps:
      - run: echo
        env: {ACTIONS_ALLOW_UNSECURE_COMMANDS: true}
`
  equal(dangers(text).length, 4)
})

test('what is no workflow has nothing dangerous, and names hold no control characters', () => {
  for (const value of [
    null,
    [],
    'text',
    { jobs: [] },
    { jobs: { a: null } },
    { on: { push: null } },
  ])
    deepEqual(dangersIn(value), [])
  const [danger] = dangersIn({ jobs: { 'a\u001b[2J\u202e': { permissions: 'write-all' } } })
  equal(danger, 'the job a[2J gives its token all permissions')
})

test('of thousands of dangers a record holds some', () => {
  const step = (n: number) => ({ uses: `acme/action-${n}@v1` })
  const steps = Array.from({ length: 5_000 }, (_, n) => step(n))
  equal(dangersIn({ jobs: { a: { steps } } }).length, 100)
})

test('scripts of any length are read to their end', () => {
  const script = (run: string) => dangersIn({ jobs: { a: { steps: [{ run }] } } })
  const blanks = ' '.repeat(1_000_000)
  equal(script(`${blanks}\${{ github.head_ref }}`).length, 1)
  equal(script(`\${{ ${blanks.slice(0, 20_000)} github.head_ref }}`).length, 1)
  deepEqual(script('${{ '.repeat(100_000)), [])
  deepEqual(script(`\${{ ${'a.'.repeat(10_000)} == }}`.repeat(20)), [])
})

test('an expression ends where GitHub ends it, and is read once', () => {
  const all = (text: string) => [...expressionsIn(text)].map((one) => one.trim())
  deepEqual(all('${{ a }} ${{ b }}'), ['a', 'b'])
  deepEqual(all("${{ format('}}{0}', github.head_ref) }}"), ["format('}}{0}', github.head_ref)"])
  deepEqual(all("${{ 'it''s' }} it's ${{ b }}"), ["'it''s'", 'b'])
  deepEqual(all("${{ ' }} ${{"), ["'"])
  equal(all(`${'${{'.repeat(100_000)} }}`).length, 1)
})

test('agrees with the test files of public linters on these patterns', () => {
  const steps = (lines: string) => dangers(`on: pull_request\njobs:\n  a:\n    steps:\n${lines}`)
  for (const expression of [
    'github.event.workflow_run.pull_requests.*.base.repo.id',
    'github.event.pull_request.head.repo.fork',
    'github.triggering_actor',
    '(github.event.pull_request || github.event.issue).number',
    "needs['test']['result']",
    "secrets.A\n          && 'true'\n          || 'x'",
  ])
    deepEqual(steps(`      - run: >\n          echo \${{ ${expression} }}\n`), [], expression)
  const title = ['the job a inserts github.event.issue.title into a script']
  const anchored = '      - run: &c echo ${{ github.event.issue.title }}\n      - run: *c\n'
  deepEqual(steps(anchored), title)
  const commit = '11bd71901bbe5b1630ceea73d27597364c9af683'
  deepEqual(steps(`      - uses: |\n          acme/x@${commit}\n`), [])
  deepEqual(steps('      - uses: |\n          acme/x@v4\n'), [
    'the job a uses acme/x@v4, which is not pinned to a commit',
  ])
  const unsecure = '      - run: x\n        env: {ACTIONS_ALLOW_UNSECURE_COMMANDS: "  true"}\n'
  equal(steps(unsecure).length, 1)
  deepEqual(steps(unsecure.replace('"  true"', 'yes')), [])
})
