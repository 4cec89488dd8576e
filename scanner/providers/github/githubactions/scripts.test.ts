import { execFileSync } from 'node:child_process'
import { deepEqual, equal, ok } from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readScript } from './scripts.ts'
import { analyzed } from './testing.ts'

const title = 'github.event.issue.title'

/** PASS, MANUAL or FAIL for a job that inserts an output of a script into another script. */
function verdictOf(run: string, more: Readonly<Record<string, unknown>> = {}): string {
  const set = { id: 'set', env: { TITLE: `\${{ ${title} }}` }, run, ...more }
  const steps = [set, { run: 'echo ${{ steps.set.outputs.title }}' }]
  const { dangers, unclear } = analyzed({ on: 'issues', jobs: { a: { steps } } })
  return dangers.length > 0 ? 'FAIL' : unclear.length > 0 ? 'MANUAL' : 'PASS'
}

const decoy = 'echo "title=fixed" >> "$GITHUB_OUTPUT"'

/** Scripts that write the title of an issue to an output. */
const writing = {
  FAIL: [
    '[ -n "$TITLE" ] && echo "title=$TITLE" >> $GITHUB_OUTPUT',
    'if true; then echo "title=$TITLE" >> $GITHUB_OUTPUT; fi',
    'for n in 1 2; do\n  echo "title=$TITLE" >> "$GITHUB_OUTPUT"\ndone',
    'for v in "$TITLE"; do echo "title=$v"; done >> "$GITHUB_OUTPUT"',
    'case $N in\n  1) echo "title=$TITLE" >> "$GITHUB_OUTPUT" ;;\nesac',
    '( echo "title=$TITLE" ) >> "$GITHUB_OUTPUT"',
    '{ echo "n=1"; { echo "title=$TITLE"; }; } >> "$GITHUB_OUTPUT"',
    'if true; then\n  echo "title=$TITLE"\nfi >> "$GITHUB_OUTPUT"',
    'echo "title=$TITLE" | sudo tee -a "$GITHUB_OUTPUT" > /dev/null',
    '{ echo "title=$TITLE"; } | tee -a $GITHUB_OUTPUT',
    'tee -a "$GITHUB_OUTPUT" <<< "title=$TITLE"',
    'cat <<-END | tee -a "$GITHUB_OUTPUT"\n\ttitle=$TITLE\n\tEND',
    'cat >> "$GITHUB_OUTPUT" <<END\nn=1\ntitle=$TITLE\nEND',
    'echo "title<<E" >> $GITHUB_OUTPUT\necho "$TITLE" >> $GITHUB_OUTPUT\necho E >> $GITHUB_OUTPUT',
    'echo -e "n=1\\ntitle=$TITLE" >> "$GITHUB_OUTPUT"',
    'printf \'%s=%s\\n\' n 1 title "$TITLE" >> "$GITHUB_OUTPUT"',
    'echo \\\n  "title=$TITLE" \\\n  >> "$GITHUB_OUTPUT"',
    'set_title() { echo "title=$TITLE" >> "$GITHUB_OUTPUT"; }\nset_title',
    'copy=1; [ -n "$TITLE" ] && copy="$TITLE"\necho "title=$copy" >> "$GITHUB_OUTPUT"',
    ': "${copy:=$TITLE}"; echo "title=$copy" >> "$GITHUB_OUTPUT"',
    'all=(1); all+=("$TITLE"); echo "title=${all[*]}" >> "$GITHUB_OUTPUT"',
    'true && echo "::set-output name=title::$TITLE"',
    'if ($true) { "title=$env:TITLE" >> $env:GITHUB_OUTPUT }',
    'Add-Content -Path $env:GITHUB_OUTPUT -Value "title=$env:TITLE"',
    'echo "title=$TITLE" >> ${{ github.output }}',
    'echo "title=${{ github.event.issue.title }}" 1>> "$GITHUB_OUTPUT" 2>&1',
  ],
  MANUAL: [
    'OUT=$GITHUB_OUTPUT; echo "title=$TITLE" >> "$OUT"',
    'exec >> "$GITHUB_OUTPUT"; echo "title=$TITLE"',
    'exec 3>> "$GITHUB_OUTPUT"; echo "title=$TITLE" >&3',
    'echo "title=$TITLE" > f; cat f >> "$GITHUB_OUTPUT"',
    'set_it() { echo "$1=$2" >> "$GITHUB_OUTPUT"; }\nset_it title "$TITLE"',
    'set_it() { echo "title=$1" >> "$GITHUB_OUTPUT"; }\nset_it "$TITLE"',
    'show() { echo "title=$TITLE"; }; show >> "$GITHUB_OUTPUT"',
    'name=title; echo "$name=$TITLE" >> "$GITHUB_OUTPUT"',
    'name=TITLE; echo "title=${!name}" >> "$GITHUB_OUTPUT"',
    'read -r copy <<< "$TITLE"; echo "title=$copy" >> "$GITHUB_OUTPUT"',
    'copy=1; while read -r copy; do echo "title=$copy" >> "$GITHUB_OUTPUT"; done < f',
    'copy=1; source ./set-copy; echo "title=$copy" >> "$GITHUB_OUTPUT"',
    'eval "echo title=$TITLE >> $GITHUB_OUTPUT"',
    'bash -c \'echo "title=$TITLE" >> $GITHUB_OUTPUT\'',
    'python3 <<END\nopen(os.environ["GITHUB_OUTPUT"], "a").write("title=" + t)\nEND',
    'cat > s.sh <<\'END\'\necho "title=$TITLE" >> "$GITHUB_OUTPUT"\nEND\nbash s.sh',
    'echo \'echo "title=$TITLE" >> $GITHUB_OUTPUT\' | bash',
    "node -e 'fs.appendFileSync(process.env.GITHUB_OUTPUT, t)'",
    'node -e "console.log(`::set-output name=title::${t}`)"',
    'jq -r \'"title=\\(.title)"\' "$GITHUB_EVENT_PATH" >> "$GITHUB_OUTPUT"',
    'echo "title=$TITLE" | sed s/a/b/ >> "$GITHUB_OUTPUT"',
    'echo "title=`git log -1 --format=%s`" >> "$GITHUB_OUTPUT"',
    'echo "title=$(git rev-parse --abbrev-ref HEAD)" >> "$GITHUB_OUTPUT"',
    'echo "title=$(date; cat title)" >> "$GITHUB_OUTPUT"',
    'for f in *; do echo "title=$f" >> "$GITHUB_OUTPUT"; done',
    'echo "title<<E" >> $GITHUB_OUTPUT\ncat body >> $GITHUB_OUTPUT\necho E >> $GITHUB_OUTPUT',
    'sed -i "s/fixed/$TITLE/" "$GITHUB_OUTPUT"',
    'for /f %%i in (title.txt) do echo title=%%i>> %GITHUB_OUTPUT%',
    '$t = Get-Content title.txt\n"title=$t" >> $env:GITHUB_OUTPUT',
    '[IO.File]::AppendAllText($env:GITHUB_OUTPUT, "title=$t")',
    `echo "${'x'.repeat(300_000)}`,
  ],
} as const

for (const [verdict, scripts] of Object.entries(writing))
  for (const run of scripts)
    test(`${verdict}, also with another write: ${run.slice(0, 100)}`, () => {
      const other = run.endsWith('x') ? `${decoy}\n${run}` : `${run}\n${decoy}`
      deepEqual([verdictOf(run), verdictOf(other)], [verdict, verdict])
    })

for (const run of [
  `# echo "title=$TITLE" >> "$GITHUB_OUTPUT"\n${decoy}`,
  `${decoy} # of $TITLE`,
  `${decoy}\ncat "$GITHUB_OUTPUT"`,
  `${decoy}\necho "wrote $GITHUB_OUTPUT"`,
  `[ -f "$GITHUB_OUTPUT" ] && ${decoy} 2> /dev/null`,
  'echo "title=$(git rev-parse --short HEAD)" >> "$GITHUB_OUTPUT"',
  'echo "title=$(git rev-parse --short ${{ github.sha }})" >> "$GITHUB_OUTPUT"',
  'echo "title=$(echo $GITHUB_SHA | cut -c1-8)" >> "$GITHUB_OUTPUT"',
  'echo "title=$(sha256sum *.whl | base64 -w0)" >> "$GITHUB_OUTPUT"',
  'echo "title=$((1 + 2))" >> "$GITHUB_OUTPUT"',
  'v=1\nif [ -n "$TITLE" ]; then v=2; fi\necho "title=$v" >> "$GITHUB_OUTPUT"',
  'for v in a b; do echo "title=$v" >> "$GITHUB_OUTPUT"; done',
  'printf \'title=%s\\n\' fixed >> "$GITHUB_OUTPUT"',
  'echo "title=${#TITLE}" >> "$GITHUB_OUTPUT"',
])
  test(`a script whose outputs are all trusted passes: ${run}`, () => {
    equal(verdictOf(run), 'PASS')
  })

test('the digest of docker/build-push-action is a hash, and its metadata is unknown', () => {
  const unclear = (output: string) => {
    const uses = `docker/build-push-action@${'a'.repeat(40)}`
    const steps = [{ id: 'build', uses }, { run: `echo \${{ steps.build.outputs.${output} }}` }]
    return analyzed({ on: 'issues', jobs: { a: { steps } } }).unclear.length
  }
  deepEqual(['digest', 'imageid', 'metadata'].map(unclear), [0, 0, 1])
})

test('a script in a language that is not a shell hides its outputs', () => {
  equal(verdictOf(decoy, { shell: 'bash' }), 'PASS')
  for (const shell of ['python', 'node {0}', 'bash -c "./x {0}"', '${{ matrix.shell }}'])
    equal(verdictOf(decoy, { shell }), 'MANUAL', shell)
})

test('the outputs of a script are found as bash writes them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scripts-'))
  const file = join(folder, 'output')
  const values = ['fixed', '$TITLE', '${TITLE}', '$copy', '$(echo "$TITLE")', '$1', 'a  b', "it's"]
  const writes = (value: string) => [
    `echo "title=${value}" >> "$GITHUB_OUTPUT"`,
    `printf 'title=%s\\n' "${value}" >> $GITHUB_OUTPUT`,
    `echo "title=${value}" | tee -a "$GITHUB_OUTPUT" > /dev/null`,
    `{ echo "title<<E"; echo "${value}"; echo E; } >> "$GITHUB_OUTPUT"`,
    `cat <<E >> "$GITHUB_OUTPUT"\ntitle=${value}\nE`,
    `cat <<'E' >> "$GITHUB_OUTPUT"\ntitle=${value}\nE`,
    `f() { echo "title=$1" >> "$GITHUB_OUTPUT"; }; f "${value}"`,
    `OUT=$GITHUB_OUTPUT; echo "title=${value}" >> "$OUT"`,
    `for v in "${value}"; do echo "title=$v"; done >> "$GITHUB_OUTPUT"`,
    `if true; then echo "title=${value}"; fi >> "$GITHUB_OUTPUT"`,
    `case 1 in 1) echo "title=${value}" ;; esac >> "$GITHUB_OUTPUT"`,
    `( echo "title=${value}" | cat ) >> "$GITHUB_OUTPUT"`,
    `while read -r v; do echo "title=$v"; done <<< "${value}" >> "$GITHUB_OUTPUT"`,
    `eval 'echo "title=${value}" >> "$GITHUB_OUTPUT"'`,
    `bash -c 'echo "title=${value}" >> "$GITHUB_OUTPUT"'`,
    `echo "\${TITLE:+title=${value}}" >> "$GITHUB_OUTPUT"`,
  ]
  const around = [
    'copy="$TITLE"',
    'copy=1',
    '# it is',
    "echo 'a << b'",
    'set -- "$TITLE"',
    'x=(1 2)',
  ]
  const line = fc.oneof(
    fc.constantFrom(...values.flatMap(writes)),
    fc.constantFrom(...around),
    fc.constantFrom(...around).map((one) => `[ 1 = 1 ] && ${one}`),
  )
  let written = 0
  try {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
        const run = lines.join('\n')
        writeFileSync(file, '')
        const env = { TITLE: 'hostile', GITHUB_OUTPUT: file, PATH: process.env['PATH'] ?? '' }
        try {
          execFileSync('bash', ['-c', run], { env, cwd: folder, stdio: 'ignore' })
        } catch {
          // A part of a script can fail after it wrote an output.
        }
        if (!readFileSync(file, 'utf8').includes('hostile')) return
        written += 1
        ok(verdictOf(run) !== 'PASS')
      }),
      { numRuns: 150, seed: Number(process.env['PLUMBLINE_TEST_SEED'] ?? 1) },
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
  ok(written > 20, `only ${written} scripts wrote the title`)
})

test('a script of the maximum size is read to its end, or it is reported as hidden', () => {
  const repeated = (text: string) => text.repeat(Math.ceil(1_000_000 / text.length))
  for (const part of [
    '${{ ',
    '"${{ ',
    '$(',
    '"$(',
    '`',
    '(',
    '{ ',
    '} >> $GITHUB_OUTPUT\n',
    '{ echo a=1\n',
    "'",
    '<<A\n',
    '\\',
    'a=(',
    'echo a=1 >> $GITHUB_OUTPUT\n',
    'x=$x\n',
    '${x:=',
    'if ',
    '() ',
    'case x in ',
    '| ',
    '> ',
  ]) {
    const reading = readScript(`${repeated(part)}\necho title=1 >> $GITHUB_OUTPUT`)
    ok(reading.hidesOutputs || reading.outputs.some(({ name }) => name === 'title'), part)
  }
  // Without limits, each of these takes seconds.
  for (const part of [
    '{ '.repeat(50_000) + 'fi;'.repeat(9_000),
    '{ '.repeat(100_000) + ') '.repeat(1_500),
    `${'{ '.repeat(4_000)}${'echo a;'.repeat(2_000)}${'} >> $GITHUB_OUTPUT;'.repeat(4_000)}`,
    'echo a=1 > b;'.repeat(5_000) + '} >> $GITHUB_OUTPUT;'.repeat(4_000),
  ])
    equal(readScript(`${part}\necho title=1 >> $GITHUB_OUTPUT`).hidesOutputs, true)
  const values = `printf '%s=1\\n' ${'a '.repeat(400_000)} >> $GITHUB_OUTPUT`
  equal(readScript(values).hidesOutputs, true)
})
