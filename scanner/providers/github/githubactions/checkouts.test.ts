import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { checkoutsIn } from './checkouts.ts'
import type { Mapping } from './mappings.ts'
import { readScript } from './scripts.ts'
import { analyze, analyzed } from './testing.ts'

const danger = 'the job a checks out code of a pull request with access to secrets'
const head = 'github.event.pull_request.head.sha'

/** The analysis of a job with scripts as steps, and with other members. */
const runningWith = (
  {
    step = {},
    job = {},
    workflow = {},
  }: { readonly step?: Mapping; readonly job?: Mapping; readonly workflow?: Mapping },
  ...runs: readonly string[]
) =>
  analyzed({
    on: ['pull_request_target', 'issue_comment'],
    ...workflow,
    jobs: {
      a: {
        env: {
          HEAD: `\${{ ${head} }}`,
          BASE: '${{ github.base_ref }}',
          COMMENT: '${{ github.event.comment.body }}',
        },
        ...job,
        steps: runs.map((run) => ({ run, ...step })),
      },
    },
  })

const running = (...runs: readonly string[]) => runningWith({}, ...runs)

for (const runs of [
  ['git checkout "$HEAD"'],
  ['sudo git -C src checkout --force "$HEAD" -- .'],
  ['/usr/bin/git -c a=b switch --detach $HEAD'],
  ['git checkout -b label-$N "$HEAD"'],
  ['git fetch origin pull/1/head && git checkout FETCH_HEAD && make'],
  ['git fetch origin pull/$N/head:pr', 'git diff --stat pr', 'git switch pr'],
  ['git fetch origin "+refs/pull/*/head:refs/remotes/origin/pr/*"', 'git checkout origin/pr/1'],
  ['git fetch origin "$HEAD"', 'git merge --no-edit FETCH_HEAD'],
  ['git fetch origin pull/1/head', 'git reset --hard FETCH_HEAD'],
  ['git fetch origin pull/1/head', 'git worktree add ../pr FETCH_HEAD'],
  ['git fetch origin pull/1/head', 'git show FETCH_HEAD:build.sh | bash'],
  ['git fetch origin pull/1/head', 'git show FETCH_HEAD:build.sh > build.sh'],
  ['git fetch origin pull/1/head', 'git archive FETCH_HEAD | tar x'],
  ['git fetch origin pull/1/head', 'git restore --source=FETCH_HEAD .'],
  [
    'git remote add fork ${{ github.event.pull_request.head.repo.clone_url }}',
    'git fetch fork\ngit checkout fork/main',
  ],
  ['git pull origin pull/1/merge'],
  ['git clone "${{ github.event.pull_request.head.repo.clone_url }}" src'],
  ['git checkout "$COMMENT"'],
  ['git \\\n  checkout \\\n  "$HEAD"'],
  ['if [ -n "$HEAD" ]; then git checkout "$HEAD"; fi'],
  ['bash -c "git checkout $HEAD"'],
  ['bash <<END\ngit checkout $HEAD\nEND'],
  ['X=$(git checkout "$HEAD")'],
  ['CMD="git checkout $HEAD"\n$CMD'],
  ['export CMD="git checkout $HEAD"; bash -c "$CMD"'],
  ['run() { eval "$1"; }; run "git checkout $HEAD"'],
  ['echo "git checkout $HEAD" | bash'],
  ["cat <<'EOF' | sh\ngit checkout $HEAD\nEOF"],
  ['docker run alpine sh -c "git checkout $HEAD"'],
  ['sudo -u ci bash -c "git checkout $HEAD"'],
  ['cat <<EOF\n$(git checkout $HEAD)\nEOF'],
  ['& "C:\\Program Files\\Git\\bin\\git.exe" checkout "$env:HEAD"'],
  ['R="refs/pull/$N/head"; git fetch origin "$R"; git checkout FETCH_HEAD; make'],
  ['SPEC=pull/${{ github.event.number }}/head:pr\ngit fetch origin "$SPEC"; git checkout pr'],
  ['gh pr diff $N | git apply'],
  ['gh pr diff $N > pr.patch', 'git apply pr.patch'],
  ['curl -L https://github.com/o/r/pull/$N.patch | git am'],
  ['git fetch origin pull/1/head; git diff HEAD FETCH_HEAD | git apply'],
  ['git fetch origin pull/1/head; git format-patch --stdout HEAD..FETCH_HEAD | git am'],
  ['git fetch origin pull/1/head; git diff HEAD FETCH_HEAD > x', 'git apply x'],
  ['wget https://github.com/o/r/archive/$HEAD.tar.gz && tar xf *.tar.gz'],
  ['gh api repos/o/r/tarball/$HEAD | tar xz'],
  ['git fetch origin pull/1/head; git branch pr FETCH_HEAD; git checkout pr'],
  ['git fetch origin pull/1/head; git tag -f pr FETCH_HEAD; git checkout tags/pr'],
  ['git fetch origin pull/1/head; git update-ref refs/heads/pr FETCH_HEAD; git switch pr'],
  ['git fetch origin pull/1/head; git rev-parse FETCH_HEAD | xargs git checkout'],
  ['git fetch origin pull/1/head:refs/heads/pr; git checkout heads/pr'],
  ['git fetch origin pull/1/head; git show FETCH_HEAD:Makefile | make -f -'],
  ['git remote set-url origin ${{ github.event.pull_request.head.repo.clone_url }}', 'git pull'],
  [
    'git remote add -t main fork ${{ github.event.pull_request.head.repo.clone_url }}',
    'git fetch fork; git checkout fork/main',
  ],
  ['git submodule add ${{ github.event.pull_request.head.repo.clone_url }}'],
  ['A="git checkout"; $A $HEAD'],
  ['A=git; $A checkout $HEAD'],
  ['A="git checkout"; B="$A $HEAD"; $B'],
  ['A=(git checkout); "${A[@]}" $HEAD'],
  ['GIT=/usr/bin/git; sudo "$GIT" checkout "$HEAD"'],
  ['A=checkout; git $A $HEAD'],
  ['eval git checkout "$HEAD"'],
  ['git fetch origin pull/$N/head:pr-$N; git checkout pr-$N'],
  ['L=pr; git fetch origin pull/$N/head:$L; git checkout pr'],
  ['L=pr; git fetch origin pull/$N/head:pr; git checkout "$L"'],
  ["cat > s.sh <<'END'\ngit checkout $HEAD\nEND\nbash -e s.sh"],
  ['echo "cd src" > s; echo "git checkout $HEAD" >> ./s; chmod +x s; sudo ./s'],
  ['tee s.sh <<END\ngit checkout $HEAD\nEND\n. ./s.sh'],
  ['gh pr checkout "$N"'],
  ['gh pr --repo acme/shop checkout "$N" --force'],
  [`: ${'x'.repeat(100_000)}; git checkout "$HEAD"`],
  [`git checkout ${' '.repeat(100_000)}"$HEAD"`],
])
  test(`a checkout of a pull request: ${runs.join(' … ').slice(0, 120)}`, () => {
    deepEqual(running(...runs).dangers, [danger])
  })

for (const runs of [
  ['# git checkout $HEAD\n:'],
  ['echo "run git checkout $HEAD"'],
  ['printf "gh pr checkout %s" 1'],
  ['cat <<END\ngh pr checkout 1\nEND'],
  ['gh pr comment 1 --body "run git checkout $HEAD"'],
  ['git commit -m "git checkout $HEAD"'],
  ['git switch -c label-$N'],
  ['git checkout -b "label-$HEAD"'],
  ['git checkout HEAD -- "$FILE"'],
  ['git fetch origin pull/1/head && git diff --name-only FETCH_HEAD'],
  ['git fetch origin "$HEAD"', 'git log FETCH_HEAD', 'git show FETCH_HEAD:package.json | jq .'],
  ['git fetch origin pull/1/head:pr', 'git checkout main', 'git checkout press'],
  ['git checkout "$BASE"'],
  ['git merge -m "Merge $HEAD" main'],
  ['gh pr diff $N > pr.diff; tar xf tools.tar'],
  ['git fetch origin pull/1/head; git diff --name-only HEAD..FETCH_HEAD | xargs grep x'],
  ['curl -X POST https://api.github.com/repos/o/r/issues/$N/comments; tar xf a.tar'],
  ['VERSION=$(cat v); curl -L https://example.com/archive/$VERSION.tar.gz | tar xz'],
  ['git tag -m "$COMMENT" v1; git checkout v1; git branch -D pr; git pull; tar xf "$FILE"'],
  ['SHA=$(git rev-parse HEAD)'],
  ['if [ -n "$(git status --porcelain)" ]; then git diff; fi'],
  ['[[ -z $(git status -s) ]] && exit'],
  ['for f in $(git diff --name-only HEAD^); do echo "$f"; done'],
  ['N=$(gh pr view 1 --json number)'],
  ['TAG=$(git describe --tags); echo "$(echo "$(echo "$(git log -1)")")"'],
  ['MSG="Run git checkout $HEAD locally"\ngh pr comment 1 -b "$MSG"'],
  ['curl -d "{\\"text\\": \\"git merge $HEAD done\\"}" https://example.com'],
  ['node -e "console.log(\'use git checkout $HEAD\')"'],
  ["cat > body.md <<'EOF'\nRun `git checkout $HEAD` or $(git checkout $HEAD)\nEOF"],
  ['cat > body.md <<\\EOF\nRun `git checkout $HEAD`\nEOF'],
])
  test(`code of a pull request that is not checked out: ${runs.join(' … ')}`, () => {
    deepEqual(running(...runs), { dangers: [], unclear: [] })
  })

const unreadCommand = 'the job a can check out code with a command that cannot be read'
for (const run of [
  `node -e "require('child_process').execSync('git checkout ' + process.env.HEAD)"`,
  `python3 -c "import os; os.system('git checkout ' + os.environ['HEAD'])"`,
  `/usr/bin/python -c "import subprocess; subprocess.run(['git', 'switch', h])"`,
  `ruby -e 'system("git merge #{ENV[%q(HEAD)]}")'`,
  `perl -e 'system "gh pr checkout $ENV{N}"'`,
  "php -r 'echo `git pull origin $h`;'",
  `python3 <<'END'\nimport os\nos.system('git worktree add x ' + os.environ['HEAD'])\nEND`,
  `echo "import os; os.system('git clone ' + u)" | python3 -`,
  "cat > a.py <<'END'\nimport os\nos.system('git checkout ' + os.environ['HEAD'])\nEND\npython3 a.py",
  'git $COMMAND "$HEAD"',
  'run() { git "$@"; }; run checkout "$HEAD"',
  'eval "git $(echo checkout) $HEAD"',
  'git config alias.co checkout; git co "$HEAD"',
  'git -c alias.co=checkout co "$HEAD"',
  'alias g=git; g checkout "$HEAD"',
])
  test(`a command or program that is not read is unclear: ${run}`, () => {
    deepEqual(running(run), { dangers: [], unclear: [unreadCommand] })
  })

for (const run of [
  "python3 -c \"import json; print(json.load(open('a'))['git'])\"",
  'node -p "require(\'./package.json\').version"; git diff --stat',
  'python3 build.py --git checkout',
  'node -e "console.log(\'run git pull\')"',
  'echo "Run git checkout $HEAD" > body.md; retry gh pr comment 1 -F body.md',
  'git commit -m "names alias.co"',
  'for C in add commit; do git "$C" .; done',
  'C=status; git $C; MSG="git checkout $HEAD"; notify "$MSG"',
  'OPTIONS="--depth 1"; git fetch $OPTIONS origin main',
])
  test(`a program or variable that checks out nothing: ${run}`, () => {
    deepEqual(running(run), { dangers: [], unclear: [] })
  })

test('programs in a shell that is another language are unclear', () => {
  const run = "import os\nos.system('git checkout ' + os.environ['HEAD'])"
  deepEqual(runningWith({ step: { shell: 'python' } }, run).unclear, [unreadCommand])
  deepEqual(runningWith({ step: { shell: 'python' } }, "print('git checkout')").unclear, [])
})

test('variables of the workflow can contain a reference, its branch or a command', () => {
  const checking = 'git fetch origin "$SPEC"; git checkout pr'
  for (const spec of [
    'pull/${{ github.event.number }}/head:pr',
    '+refs/pull/${{ github.event.issue.number }}/merge:refs/heads/pr',
    "${{ format('{0}/{1}/{2}', 'pull', github.event.number, 'head') }}:pr",
  ])
    for (const more of [
      { step: { env: { SPEC: spec } } },
      { job: { env: { SPEC: spec } } },
      { job: { env: {} }, workflow: { env: { SPEC: spec } } },
    ])
      deepEqual(runningWith(more, checking).dangers, [danger], spec)
  const written = 'echo "SPEC=pull/$N/head:pr" >> $GITHUB_ENV'
  deepEqual(running(written, checking).dangers, [danger])
  const command = { step: { env: { A: 'git checkout', HEAD: `\${{ ${head} }}` } } }
  deepEqual(runningWith(command, '$A $HEAD').dangers, [danger])
  deepEqual(runningWith(command, '${{ env.A }} $HEAD').dangers, [danger])
  const branch = { step: { env: { SPEC: 'main:pr', A: 'git status' } } }
  deepEqual(runningWith(branch, checking, '$A $HEAD'), { dangers: [], unclear: [] })
})

for (const run of [
  'git checkout $env:HEAD',
  'C:\\Git\\bin\\git.exe checkout $env:HEAD',
  'git.exe -C .\\src\\ checkout $env:HEAD',
  'Set-Location D:\\a\\; git checkout "${env:HEAD}"',
  'git `\n  checkout `\n  $env:HEAD',
  'Write-Host "a`"b"; git checkout $env:HEAD',
  "<# it's #>\ngit checkout $env:HEAD",
  '$text = @"\nit\'s "one"\n"@\ngit checkout $env:HEAD',
  "$text = @'\nit's\n'@\ngit checkout $env:HEAD",
  'Start-Process git -ArgumentList "checkout $env:HEAD"',
  'if (Test-Path .\\a\\) { git checkout $env:HEAD }',
])
  test(`a checkout in a script for PowerShell: ${run}`, () => {
    const env = { HEAD: `\${{ ${head} }}` }
    for (const more of [
      { step: { shell: 'pwsh' } },
      { job: { env, 'runs-on': 'windows-latest' } },
      { job: { env, 'runs-on': ['self-hosted', 'Windows'] } },
      {
        job: {
          env,
          'runs-on': '${{ matrix.os }}',
          strategy: { matrix: { os: ['ubuntu-latest', 'windows-2025'] } },
        },
      },
    ])
      deepEqual(runningWith(more, run).dangers, [danger], JSON.stringify(more))
  })

test('a checkout in a script for cmd', () => {
  for (const run of ['C:\\Git\\bin\\git.exe checkout %HEAD%', 'git ^\n checkout %HEAD%'])
    deepEqual(runningWith({ step: { shell: 'cmd' } }, run).dangers, [danger], run)
})

for (const [run, origin] of [
  ['git checkout "$REF"', '$REF'],
  ['git checkout $(cat ref)', 'the output of a command'],
  ['git fetch origin "$REF" && git checkout FETCH_HEAD', 'FETCH_HEAD'],
  ['git clone "https://example.com/$REPOSITORY"', '$REPOSITORY'],
] as const)
  test(`a checkout of an unknown value is unclear: ${run}`, () => {
    deepEqual(running(run), {
      dangers: [],
      unclear: [`the job a checks out ${origin} with access to secrets`],
    })
  })

test('a checkout in a script that cannot be split, or with more commands than are followed, is unclear', () => {
  for (const run of [
    'echo "it is\ngit status',
    'git checkout a\n'.repeat(200),
    `git checkout ${'a '.repeat(200)}`,
  ])
    deepEqual(running(run), {
      dangers: [],
      unclear: ['the job a runs git in a script that cannot be read to its end'],
    })
})

test('actions/checkout with an unknown reference is unclear, and with a comment it is dangerous', () => {
  const checking = (inputs: string, on = 'workflow_run') =>
    analyze(`on: ${on}
jobs:
  a:
    steps:
      - id: pr
        uses: acme/pr@11bd71901bbe5b1630ceea73d27597364c9af683
      - uses: actions/checkout@v4
        with: {${inputs}}
`)
  const unclear = ['the job a checks out steps.pr.outputs.sha with access to secrets']
  deepEqual(checking("ref: '${{ steps.pr.outputs.sha }}'"), { dangers: [], unclear })
  deepEqual(checking("Repository: '${{ steps.pr.outputs.sha }}'").unclear, unclear)
  deepEqual(checking("ref: '${{ steps.pr.outputs.sha }}'", 'push').unclear, [])
  for (const inputs of [
    "REF: '${{ github.event.workflow_run.head_sha }}'",
    "ref: '${{ github.event.comment.body }}'",
    "ref: 'pull/${{ steps.pr.outputs.sha }}/merge'",
  ])
    deepEqual(checking(inputs).dangers, [danger], inputs)
  deepEqual(checking('ref: main, path: "${{ steps.pr.outputs.sha }}"'), {
    dangers: [],
    unclear: [],
  })
})

const number = '${{ github.event.issue.number }}'
for (const ref of [
  "${{ format('refs/pull/{0}/head', inputs.n) }}",
  "${{ format('{0}/{1}/{2}', 'pull', inputs.n, 'head') }}",
  "${{ format('{0}/{1}', github.event.pull_request.head.repo.name, 'main') }}",
  "${{ inputs.n && format('pull/{0}/merge', inputs.n) || github.ref }}",
  '${{ env.REF }}',
  '${{ matrix.ref }}',
  '${{ needs.b.outputs.ref }}',
  '${{ steps.r.outputs.ref }}',
  '${{ github.event.after }}',
  number,
])
  test(`actions/checkout of ${ref} is code of a pull request`, () => {
    const steps = [
      { id: 'r', env: { N: number }, run: 'echo "ref=refs/pull/$N/head" >> $GITHUB_OUTPUT' },
      { uses: 'actions/checkout@v4', with: { ref } },
    ]
    const { dangers } = analyzed({
      on: 'issue_comment',
      env: { REF: `refs/pull/${number}/head` },
      jobs: {
        a: { strategy: { matrix: { ref: ['refs/pull/1/head'] } }, steps },
        b: { outputs: { ref: `refs/pull/${number}/head` } },
      },
    })
    deepEqual(dangers, [danger])
  })

test('a comparison with a reference of a pull request is not a checkout of it', () => {
  const ref = "${{ startsWith(github.ref, 'refs/pull/') && 'main' || github.ref == 'refs/pull/1' }}"
  const steps = [{ uses: 'actions/checkout@v4', with: { ref } }]
  deepEqual(analyzed({ on: 'issue_comment', jobs: { a: { steps } } }), { dangers: [], unclear: [] })
})

test('an input that no caller in the repository passes is an unknown reference', () => {
  const text = `on:
  pull_request_target:
  workflow_call: {inputs: {ref: {type: string}}}
jobs:
  a:
    steps:
      - uses: actions/checkout@v4
        with: {ref: '\${{ inputs.ref }}'}
`
  deepEqual(analyze(text).unclear, ['the job a checks out inputs.ref with access to secrets'])
})

test('scripts of any signs are read or reported as incomplete', () => {
  const words = 'git checkout echo if fi case done { } ( ) $( \' " ` <<E | >> & ; # \\ ${{ }} $X a='
  const signs = fc.constantFrom(' ', '\n', '$GITHUB_OUTPUT', ...words.split(' '))
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 40 }), (parts) => {
      const script = parts.join('')
      const { found, isComplete } = checkoutsIn(script)
      equal(typeof readScript(script).hidesOutputs, 'boolean')
      // A longer script has no fewer checkouts, unless a quote was open.
      ok(!isComplete || checkoutsIn(`${script}\ngit checkout x`).found.length >= found.length)
    }),
    { numRuns: 2_000, seed: Number(process.env['PLUMBLINE_TEST_SEED'] ?? 1) },
  )
})

test('scripts of the maximum size for other shells, with variables, are read in linear time', () => {
  for (const part of ['<# ', '@"\n', "@'\n", '`', '\\', '^\n', '$A '])
    for (const shell of ['pwsh', 'cmd', 'bash']) {
      const run = `git status; ${part.repeat(300_000 / part.length)}`
      const env = { A: 'git $A $A', HEAD: `\${{ ${head} }}` }
      const { dangers } = runningWith({ step: { shell, env } }, `${run}\n`, 'git checkout $HEAD')
      deepEqual(dangers, [danger], part)
    }
})

test('a long text in many files that a script runs is read until the limit', () => {
  const names = Array.from({ length: 2_000 }, (_, n) => `f${n}`)
  const run = `tee ${names.join(' ')} <<END\ngit status ${'x'.repeat(200_000)}\nEND\n`
  deepEqual(running(run + names.map((name) => `./${name}\n`).join('')).unclear, [
    'the job a runs git in a script that cannot be read to its end',
  ])
})

test('the same long script with other definitions in each step is read until the limit', () => {
  const run = `git status; $A; \n: ${'x'.repeat(50_000)}`
  const steps = Array.from({ length: 200 }, (_, n) => ({ run, env: { A: `git add ${n}` } }))
  const { unclear } = analyzed({ on: 'pull_request_target', jobs: { a: { steps } } })
  deepEqual(unclear, ['the job a is in a repository with too many variables in its scripts'])
})

test('thousands of steps with the same long script are analyzed once', () => {
  const expressions = Array.from({ length: 20_000 }, (_, n) => `\${{ github.a${n} }} $V${n}`).join(
    ' ',
  )
  const run = `git checkout x; git fetch ${'a '.repeat(90)}\n: ${expressions}`
  const step = { run, shell: 'bash', uses: `./${'x'.repeat(100_000)}` }
  const steps = Array.from({ length: 20_000 }, () => step)
  const { dangers, unclear } = analyzed({ on: 'pull_request_target', jobs: { a: { steps } } })
  deepEqual(dangers, [])
  equal(unclear.length, 1)
})
