/** The schedule of one or several providers. */
import { type ReactNode, useState } from 'react'
import { change, create, destroy } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { refetch, useShow } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { browserZone } from '../kit/dates.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Checkbox, Field, Select } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { Trouble } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { counted } from '../kit/words.ts'
import { unless, useMe } from '../session/me.tsx'
import { days, type Frequency, frequencies, hourText, scheduleOf } from './timetable.ts'

interface Props {
  /** Ids of providers: a schedule has the id of its provider. */
  readonly ids: readonly string[]
  readonly onClose: () => void
  readonly onDone: () => void
}

export function ScheduleDialog(props: Props) {
  const [only, ...more] = props.ids
  const asked = useShow<'schedules'>(
    `/schedules/${only}`,
    { include: 'provider' },
    { enabled: more.length === 0 },
  )
  const provider = asked.data?.included.of('providers', asked.data.row, 'provider')
  const title =
    more.length > 0
      ? `Schedule ${counted(props.ids.length, 'provider')}`
      : `Schedule of ${provider?.alias ?? provider?.uid ?? 'a provider'}`
  const isHere = asked.data !== undefined || asked.error !== null || more.length > 0
  if (!isHere) return null // rendered soon: the focus moves to the first field of the dialog
  return (
    <Dialog title={title} onClose={props.onClose}>
      {asked.error ? (
        <Trouble error={asked.error} retry={() => void asked.refetch()} />
      ) : (
        <ScheduleForm {...props} schedule={asked.data?.row} />
      )}
    </Dialog>
  )
}

const fields = [
  'scan_frequency',
  'scan_hour',
  'scan_timezone',
  'scan_interval_hours',
  'scan_day_of_week',
  'scan_day_of_month',
  'scan_enabled',
  'provider_ids',
]

const again = (): Promise<void> => refetch('/schedules', '/scans')

async function store(ids: readonly string[], typed: Readonly<Record<string, string>>) {
  const schedule = scheduleOf(typed)
  const [only, ...more] = ids
  if (more.length === 0) {
    await change(`/schedules/${only}`, {
      type: 'schedules',
      id: only ?? '',
      attributes: schedule,
    })
    done('Schedule saved.')
  } else {
    const made = await create<'schedules-bulk'>('/schedules/bulk', {
      type: 'schedules-bulk',
      attributes: { schedule, provider_ids: ids },
    })
    const refused = made?.failed ?? []
    if (made) done(`Schedule of ${counted(made.updated.length, 'provider')} saved.`)
    if (refused.length > 0) {
      await again()
      const reasons = [...new Set(refused.map(({ error }) => error))].join(' ')
      throw new Error(`${counted(refused.length, 'provider')} could not be scheduled: ${reasons}`)
    }
  }
  await again()
}

function ScheduleForm({
  ids,
  schedule,
  onClose,
  onDone,
}: Props & { readonly schedule: Row<'schedules'> | undefined }) {
  const refusal = unless(useMe(), 'manage_scans')
  const [frequency, setFrequency] = useState<Frequency>(schedule?.scan_frequency ?? 'DAILY')
  const submitting = useSubmit(fields, async (typed) => {
    await store(ids, typed)
    onDone()
    onClose()
  })
  const { errors } = submitting
  return (
    <Form submitting={submitting} label="Schedule">
      <Select
        label="Frequency"
        name="scan_frequency"
        value={frequency}
        onChange={({ target }) => setFrequency(target.value as Frequency)}
        options={Object.entries(frequencies).map(([value, label]) => ({ value, label }))}
        error={errors['scan_frequency']}
      />
      {frequency === 'INTERVAL' && (
        <Field
          label="Hours between scans"
          name="scan_interval_hours"
          inputMode="numeric"
          defaultValue={schedule?.scan_interval_hours ?? 48}
          error={errors['scan_interval_hours']}
          hint="24 to 8,784."
        />
      )}
      {frequency === 'WEEKLY' && (
        <Select
          label="Day of the week"
          name="scan_day_of_week"
          defaultValue={String(schedule?.scan_day_of_week ?? 1)}
          options={days.map((label, value) => ({ value: String(value), label }))}
          error={errors['scan_day_of_week']}
        />
      )}
      {frequency === 'MONTHLY' && (
        <Field
          label="Day of the month"
          name="scan_day_of_month"
          inputMode="numeric"
          defaultValue={schedule?.scan_day_of_month ?? 1}
          error={errors['scan_day_of_month']}
          hint="1 to 28, a day that every month has."
        />
      )}
      <Select
        label="Time of day"
        name="scan_hour"
        defaultValue={String(schedule?.scan_hour ?? '')}
        options={[
          { value: '', label: 'Time of saving' },
          ...Array.from({ length: 24 }, (_, hour) => ({
            value: String(hour),
            label: hourText(hour),
          })),
        ]}
        error={errors['scan_hour']}
      />
      <TimeZone zone={schedule?.scan_timezone ?? null} error={errors['scan_timezone']} />
      <Checkbox
        label="Enabled"
        hint="If disabled, the schedule is kept but starts no scans."
        name="scan_enabled"
        defaultChecked={schedule?.configured ? schedule.scan_enabled : true}
      />
      {refusal && <p className="muted">{refusal}</p>}
      <footer>
        {schedule?.configured && (
          <EndSchedule id={schedule.id} refusal={refusal} onEnded={onClose} />
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="primary"
          type="submit"
          isBusy={submitting.isBusy}
          disabled={refusal !== undefined}
        >
          Save
        </Button>
      </footer>
      {schedule && !schedule.configured && (
        <Daily id={schedule.id} refusal={refusal} onDone={onClose} />
      )}
    </Form>
  )
}

function TimeZone({
  zone,
  error,
}: {
  readonly zone: string | null
  readonly error: string | undefined
}) {
  return (
    <>
      <Field
        label="Time zone"
        name="scan_timezone"
        list="time-zones"
        defaultValue={zone ?? browserZone}
        error={error}
        autoComplete="off"
      />
      <datalist id="time-zones">
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}

interface ActProps {
  readonly id: string
  readonly refusal: string | undefined
}

/** Runs an action that closes the dialog; the API's errors are shown next to the button. */
function Act({
  refusal,
  act,
  children,
  kind = 'plain',
}: {
  readonly refusal: string | undefined
  readonly act: () => Promise<void>
  readonly children: ReactNode
  readonly kind?: 'plain' | 'danger'
}) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  return (
    <>
      {problem && (
        <p className="error small" role="alert">
          {problem}
        </p>
      )}
      <Button
        kind={kind}
        isBusy={isBusy}
        disabled={refusal !== undefined}
        onClick={() => {
          setBusy(true)
          act()
            .catch((error: Error) => setProblem(error.message))
            .finally(() => setBusy(false))
        }}
      >
        {children}
      </Button>
    </>
  )
}

const EndSchedule = ({ id, refusal, onEnded }: ActProps & { readonly onEnded: () => void }) => (
  <Act
    kind="danger"
    refusal={refusal}
    act={async () => {
      await destroy(`/schedules/${id}`)
      done('Schedule deleted. The provider is scanned only when a user starts a scan.')
      await again()
      onEnded()
    }}
  >
    Delete schedule
  </Act>
)

/** The quickest option: scan now, and every 24 hours. */
const Daily = ({ id, refusal, onDone }: ActProps & { readonly onDone: () => void }) => (
  <div className="daily">
    <p className="muted small">Or use the default schedule:</p>
    <Act
      refusal={refusal}
      act={async () => {
        await create('/schedules/daily', {
          type: 'daily-schedules',
          attributes: { provider_id: id },
        })
        done('First scan queued. Further scans run every 24 hours.')
        await again()
        onDone()
      }}
    >
      Scan now and every 24 hours
    </Act>
  </div>
)
