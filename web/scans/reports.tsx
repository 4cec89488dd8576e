/** The files of a full scan: the whole report, a framework as a table or for printing, and evidence. */
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

/** Frameworks with a separate PDF: the newest edition of each for the provider type. */
const printed = [
  { path: 'cis', label: 'CIS benchmark', id: /^cis_(?!controls_)/ },
  { path: 'threatscore', label: 'ThreatScore', id: /^prowler_threatscore_/ },
  { path: 'ens', label: 'ENS', id: /^ens_/ },
  { path: 'nis2', label: 'NIS 2', id: /^nis2_/ },
  { path: 'csa', label: 'CSA Cloud Controls Matrix', id: /^csa_ccm_/ },
] as const

/** The report being fetched: the last part of its path, and the time since which it is being generated. */
interface Fetching {
  readonly file: string
  readonly builtSince: number | null
}

interface Fetched {
  readonly now: Fetching | null
  readonly problem: Problem | null
  readonly fetch: (file: string) => void
  /** Regenerates the report, and fetches the missing file. */
  readonly rebuild: (file: string) => void
}

interface Problem {
  readonly file: string
  readonly text: string
  /** The report does not exist, or its file is lost. */
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
      .then((name) => done(`${name} saved.`))
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
              'Downloading the file …'
            ) : (
              <>
                Building the file for <Elapsed since={now.builtSince} />. It is downloaded when it
                is ready, even if you close this panel.
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
              Rebuild report
            </Button>
          )}
        </div>
      )}
      <section>
        <h3>Full report</h3>
        <p className="muted">
          A ZIP file with the findings as CSV and OCSF, an HTML page to read offline, and a table
          for each framework.
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
    disabledBecause={now && now.file !== file ? 'Another download is in progress.' : undefined}
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
  if (id === undefined) return <p className="muted">No framework applies to this provider type.</p>
  return (
    <>
      <section>
        <h3>Single framework</h3>
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
          <h3>Print</h3>
          <p className="muted">The latest edition of each framework, as PDF.</p>
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
      done(`plumbline.pem saved. Its fingerprint is ${row.id}.`)
    }, failed)
  }
  return (
    <section>
      <h3>Evidence</h3>
      <p className="muted">
        A signed archive of findings, coverage, attestations and the head of the audit log. Auditors
        can verify offline, with the public key of this installation, that nothing was changed. Send
        the key through a separate channel: a key sent with the file proves nothing.
      </p>
      <div className="row">
        <FileButton files={files} file="evidence" label="Evidence (ZIP)" />
        <Button icon="keys" onClick={saveKey}>
          Public key
        </Button>
      </div>
      <Code text={command} label="Command to verify evidence" />
      <p className="muted small">
        The command exits with status 0 if the evidence is valid. Otherwise it reports what was
        changed. To verify without Plumbline, see docs/guides/evidence.md in the repository. The{' '}
        <a href="/api/v1/docs" target="_blank" rel="noreferrer">
          API reference
        </a>{' '}
        describes how programs can download these files.
      </p>
    </section>
  )
}
