/** The files of a full scan: the whole report, a framework as a table or to print, and evidence. */
import { useEffect, useRef, useState } from 'react'
import { show } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { useWhole } from '../api/hooks.ts'
import { ApiProblem } from '../api/problem.ts'
import { Button } from '../kit/button.tsx'
import { Code } from '../kit/code.tsx'
import { Elapsed } from '../kit/elapsed.tsx'
import { Select } from '../kit/field.tsx'
import { frameworkName } from '../kit/framework-name.ts'
import { save } from '../kit/save.ts'
import { Trouble } from '../kit/states.tsx'
import { done, failed } from '../kit/toast.tsx'
import type { Scan } from './follow.ts'
import { unless, useMe } from '../session/me.tsx'
import { fetchFile, rebuilt, TaskFailed } from './report-files.ts'

type Framework = Row<'compliance-overviews'>

/** Frameworks that have a PDF of their own: of each its newest edition for such an account. */
const printed = [
  { path: 'cis', label: 'CIS benchmark', id: /^cis_(?!controls_)/ },
  { path: 'threatscore', label: 'ThreatScore', id: /^prowler_threatscore_/ },
  { path: 'ens', label: 'ENS', id: /^ens_/ },
  { path: 'nis2', label: 'NIS 2', id: /^nis2_/ },
  { path: 'csa', label: 'CSA Cloud Controls Matrix', id: /^csa_ccm_/ },
] as const

/** What is being fetched: the last part of its path, and since when it is being built. */
interface Fetching {
  readonly file: string
  readonly builtSince: number | null
}

interface Fetched {
  readonly now: Fetching | null
  readonly problem: Problem | null
  readonly fetch: (file: string) => void
  /** Has the report built again, and fetches the file that was not there. */
  readonly rebuild: (file: string) => void
}

interface Problem {
  readonly file: string
  readonly text: string
  /** There is no report, or its file is lost. */
  readonly isMissing: boolean
}

const isMissing = (error: Error): boolean =>
  error instanceof TaskFailed || (error instanceof ApiProblem && error.status === 404)

function useFiles(scan: Scan): Fetched {
  const [now, setNow] = useState<Fetching | null>(null)
  const [problem, setProblem] = useState<Fetched['problem']>(null)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  const run = (file: string, begin: Promise<unknown>): void => {
    setNow({ file, builtSince: null })
    setProblem(null)
    begin
      .then(() =>
        fetchFile(`/scans/${scan.id}/${file}`, () => setNow({ file, builtSince: Date.now() })),
      )
      .then((name) => done(`${name} is saved.`))
      .catch((error: Error) => {
        if (isHere.current) setProblem({ file, text: error.message, isMissing: isMissing(error) })
        else failed(error)
      })
      .finally(() => setNow(null))
  }
  const rebuild = (file: string): void => run(file, rebuilt(scan))
  return { now, problem, fetch: (file) => run(file, Promise.resolve()), rebuild }
}

export function Reports({ scan }: { readonly scan: Scan }) {
  const files = useFiles(scan)
  const { now, problem } = files
  const refusal = unless(useMe(), 'manage_scans')
  const frameworks = useWhole<'compliance-overviews'>('/compliance-overviews', {
    'filter[scan_id]': scan.id,
  })
  return (
    <div className="reports">
      <div role="status">
        {now && (
          <p className="report-wait">
            {now.builtSince === null ? (
              'The file is being fetched.'
            ) : (
              <>
                The file is being built, for <Elapsed since={now.builtSince} /> so far. It is saved
                as soon as it is there, also when this panel is closed.
              </>
            )}
          </p>
        )}
      </div>
      {problem && (
        <div className="row">
          <p className="form-error" role="alert">
            {problem.text}
          </p>
          {problem.isMissing && (
            <Button
              icon="refresh"
              disabledBecause={refusal}
              onClick={() => files.rebuild(problem.file)}
            >
              Build the report again
            </Button>
          )}
        </div>
      )}
      <section>
        <h3>All of it</h3>
        <p className="muted">
          One ZIP file: the findings as CSV and as OCSF, a page to read offline, and a table for
          each framework.
        </p>
        <div className="row">
          <FileButton files={files} file="report" label="Report (ZIP)" />
        </div>
      </section>
      {frameworks.error ? (
        <Trouble error={frameworks.error} retry={() => void frameworks.refetch()} />
      ) : (
        frameworks.data && <OfFrameworks files={files} frameworks={frameworks.data} />
      )}
      <Evidence files={files} />
    </div>
  )
}

interface FileButtonProps {
  readonly files: Fetched
  readonly file: string
  readonly label: string
}

const FileButton = ({ files: { now, fetch }, file, label }: FileButtonProps) => (
  <Button
    icon="export"
    isBusy={now?.file === file}
    disabledBecause={now && now.file !== file ? 'Another file is on its way.' : undefined}
    onClick={() => fetch(file)}
  >
    {label}
  </Button>
)

interface OfFrameworksProps {
  readonly files: Fetched
  readonly frameworks: readonly Framework[]
}

function OfFrameworks({ files, frameworks }: OfFrameworksProps) {
  const sorted = frameworks.toSorted((a, b) => frameworkName(a).localeCompare(frameworkName(b)))
  const [chosen, setChosen] = useState<string | null>(null)
  const id = chosen ?? sorted[0]?.id
  const toPrint = printed.filter((one) => frameworks.some((framework) => one.id.test(framework.id)))
  if (id === undefined) return <p className="muted">No framework is about such an account.</p>
  return (
    <>
      <section>
        <h3>One framework</h3>
        <Select
          label="Framework"
          value={id}
          onChange={({ target }) => setChosen(target.value)}
          options={sorted.map((one) => ({ value: one.id, label: frameworkName(one) }))}
        />
        <div className="row">
          <FileButton
            files={files}
            file={`compliance/${encodeURIComponent(id)}`}
            label="Compliance (CSV)"
          />
          <FileButton
            files={files}
            file={`compliance/${encodeURIComponent(id)}/ocsf`}
            label="Findings (OCSF)"
          />
        </div>
      </section>
      {toPrint.length > 0 && (
        <section>
          <h3>To print</h3>
          <p className="muted">The newest edition of each, as PDF.</p>
          <div className="row">
            {toPrint.map(({ path, label }) => (
              <FileButton key={path} files={files} file={path} label={label} />
            ))}
          </div>
        </section>
      )}
    </>
  )
}

const command = 'plumbline evidence verify EVIDENCE.zip --key plumbline.pem'

function Evidence({ files }: { readonly files: Fetched }) {
  const saveKey = (): void => {
    show<'evidence-keys'>('/evidence-keys/current').then(({ row }) => {
      save(new Blob([row.public_key], { type: 'application/x-pem-file' }), 'plumbline.pem')
      done(`plumbline.pem is saved. Its fingerprint is ${row.id}.`)
    }, failed)
  }
  return (
    <section>
      <h3>Evidence</h3>
      <p className="muted">
        Findings, coverage, attestations and the head of the audit trail, signed. With the public
        key of this installation, anyone can verify offline that nothing was changed since. Give
        them the key by another way than the file: a key that comes with the file proves nothing.
      </p>
      <div className="row">
        <FileButton files={files} file="evidence" label="Evidence (ZIP)" />
        <Button icon="keys" onClick={saveKey}>
          Public key
        </Button>
      </div>
      <Code text={command} label="How evidence is checked" />
      <p className="muted small">
        It ends with status 0, or says what was changed. How to check it without Plumbline is in
        docs/guides/evidence.md, which comes with the product; the{' '}
        <a href="/api/v1/docs" target="_blank" rel="noreferrer">
          API reference
        </a>{' '}
        has the same files for programs.
      </p>
    </section>
  )
}
