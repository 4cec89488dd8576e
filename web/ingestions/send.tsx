/** Drop area and file selection. The file is checked first, and sent only if it contains findings. */
import { type DragEvent, useRef, useState } from 'react'
import { refetch } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Icon } from '../kit/icons.tsx'
import { done } from '../kit/toast.tsx'
import { counted } from '../kit/words.ts'
import { unless, useMe } from '../session/me.tsx'
import { type Checked, precheck } from './precheck.ts'
import { upload } from './upload.ts'

type State =
  | { readonly is: 'waiting' }
  | { readonly is: 'reading' | 'sending'; readonly name: string; readonly share: number }
  | { readonly is: 'checked'; readonly file: File; readonly checked: Checked }
  | { readonly is: 'failed'; readonly file: File; readonly detail: string }

export function Send() {
  const [state, setState] = useState<State>({ is: 'waiting' })
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const running = useRef(new AbortController())
  const reason = unless(useMe(), 'manage_ingestions')
  const isBusy = state.is === 'reading' || state.is === 'sending'

  /** Shows a result or the initial state, and clears the error of the previous file. */
  const settle = (next: State): void => {
    setState(next)
    setRefusal(null)
  }
  const stop = (): void => {
    running.current.abort(new DOMException('Stopped', 'AbortError'))
    settle({ is: 'waiting' })
  }
  const attempt = async (file: File, work: (signal: AbortSignal) => Promise<void>) => {
    running.current = new AbortController()
    const { signal } = running.current
    try {
      await work(signal)
    } catch (error) {
      if (!signal.aborted) settle({ is: 'failed', file, detail: (error as Error).message })
    }
  }
  const send = (file: File): Promise<void> =>
    attempt(file, async (signal) => {
      const sending = (share: number): void => setState({ is: 'sending', name: file.name, share })
      sending(0)
      await upload(file, { onProgress: sending, signal })
      settle({ is: 'waiting' })
      done(`${file.name} uploaded. Plumbline is recording it.`)
      await refetch('/ingestions')
    })
  const take = (files: readonly File[]): void => {
    const [file] = files
    if (!file || reason) return
    if (isBusy) {
      const refused = files.length === 1 ? file.name : counted(files.length, 'file')
      return setRefusal(
        `Cannot upload ${refused} now. Wait until ${state.name} is uploaded, or stop it.`,
      )
    }
    settle({ is: 'waiting' })
    if (files.length > 1)
      return setRefusal(`None of the ${files.length} files was uploaded. Drop one file at a time.`)
    void attempt(file, async (signal) => {
      const reading = (bytes: number): void =>
        setState({ is: 'reading', name: file.name, share: bytes / file.size })
      reading(0)
      const checked = await precheck(file, { onProgress: reading, signal })
      if (checked.verdict === 'good' || checked.verdict === 'unseen') return send(file)
      settle({ is: 'checked', file, checked })
    })
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    take([...event.dataTransfer.files])
  }
  return (
    <section
      className={`drop ${isOver && !reason ? 'is-over' : ''}`}
      aria-label="Upload a file"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="row">
        <Icon name="ingestions" />
        <p>
          Drop a file with OCSF findings here: a JSON array or one object per line, optionally
          compressed with gzip.{' '}
          <span className="muted">
            The browser checks the file first and uploads it only if it contains findings.
          </span>
        </p>
        <input
          ref={input}
          type="file"
          className="visually-hidden"
          aria-label="Findings file"
          tabIndex={-1}
          accept=".json,.jsonl,.ndjson,.gz,application/json"
          onChange={({ target }) => {
            take([...(target.files ?? [])])
            target.value = '' // so that selecting the same file after a fix is a change
          }}
        />
        {isBusy ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button kind="primary" disabledBecause={reason} onClick={() => input.current?.click()}>
            Choose a file
          </Button>
        )}
      </div>
      {reason && <p className="muted">{reason}</p>}
      <div role="status">
        {isBusy && (
          <Progress
            label={`${state.is === 'reading' ? 'Reading' : 'Uploading'} ${state.name}`}
            share={state.share}
          />
        )}
      </div>
      {refusal && (
        <p className="form-error" role="alert">
          {refusal}
        </p>
      )}
      {state.is === 'checked' && (
        <Report {...state} onSend={() => void send(state.file)} onClose={stop} />
      )}
      {state.is === 'failed' && (
        <div className="form-error" role="alert">
          <p>
            <b>{state.file.name}</b> was not accepted. {state.detail}
          </p>
        </div>
      )}
    </section>
  )
}

function Progress({ label, share }: { readonly label: string; readonly share: number }) {
  const percent = Math.round(Math.min(1, share) * 100)
  return (
    <div className="stack-tight">
      <p>
        {label}: {percent} %
      </p>
      <div className="bar" aria-hidden="true">
        <i style={{ transform: `scaleX(${Math.min(1, share)})` }} />
      </div>
    </div>
  )
}

interface ReportProps {
  readonly file: File
  readonly checked: Checked
  readonly onSend: () => void
  readonly onClose: () => void
}

/** Explains why the file was not sent, by its first problem. */
function Report({ file, checked: { verdict, records, good, bad }, onSend, onClose }: ReportProps) {
  return (
    <div className="form-error stack" role="alert">
      <p>
        <b>{file.name}</b> was not uploaded.{' '}
        {bad && bad.index !== null && (
          <>
            Record {bad.index}
            {bad.pointer && (
              <>
                {' '}
                at <code>{bad.pointer}</code>
              </>
            )}
            :{' '}
          </>
        )}
        {bad?.detail}
      </p>
      {verdict === 'mixed' && (
        <p>
          {counted(records - good, 'record')} of {counted(records, 'record')}{' '}
          {records - good === 1 ? 'is not a valid finding' : 'are not valid findings'};{' '}
          {counted(good, 'finding')} can be recorded. Records are counted from 0.
        </p>
      )}
      <div className="row">
        {verdict === 'mixed' && <Button onClick={onSend}>Upload anyway</Button>}
        <Button kind="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}
