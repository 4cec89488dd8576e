import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { checkoutsIn } from './checkouts.ts'
import { readScript } from './scripts.ts'
import { analyze, analyzed } from './testing.ts'

const danger = 'the job a checks out code of a pull request with access to secrets'
const head = 'github.event.pull_request.head.sha'

/** The analysis of a job with scripts as steps. */
const running = (...runs: readonly string[]) =>
  analyzed({
    on: ['pull_request_target', 'issue_comment'],
    jobs: {
      a: {
        env: {
          HEAD: `\${{ ${head} }}`,
          BASE: '${{ github.base_ref }}',
          COMMENT: '${{ github.event.comment.body }}',
        },
        steps: runs.map((run) => ({ run })),
      },
    },
  })

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
