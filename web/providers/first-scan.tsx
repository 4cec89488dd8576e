/** The step after a successful connection test. */
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { create } from '../api/client.ts'
import { refetch } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { ConnectionMark } from '../kit/connection-mark.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { Time } from '../kit/time.tsx'
import { done } from '../kit/toast.tsx'
import { unless, useMe } from '../session/me.tsx'
import { nameOf, type Tested } from './connection-test.ts'

const choices = {
  daily: 'Scan now and every 24 hours',
  once: 'Scan once now',
} as const

export function FirstScan({ tested: { provider } }: { readonly tested: Tested }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [choice, setChoice] = useState<keyof typeof choices>('daily')
  const [, go] = useLocation()
  const refusal = unless(useMe(), 'manage_scans')
  useEffect(() => heading.current?.focus(), [])
  const submitting = useSubmit([], async () => {
    const { id } = provider
    if (choice === 'daily')
      await create('/schedules/daily', {
        type: 'daily-schedules',
        attributes: { provider_id: id },
      })
    else
      await create('/scans', {
        type: 'scans',
        attributes: {},
        relationships: { provider: { data: { type: 'providers', id } } },
      })
    await refetch('/scans', '/schedules')
    done(`Scan of ${nameOf(provider)} queued.`)
    go('/scans')
  })
  return (
    <section className="connect" aria-labelledby="connected">
      <h2 id="connected" ref={heading} tabIndex={-1}>
        {nameOf(provider)} is connected
      </h2>
      <p>
        <ConnectionMark connected={provider.connection.connected} />{' '}
        <span className="muted">
          checked <Time at={provider.connection.last_checked_at} />
        </span>
      </p>
      <Form submitting={submitting} label="First scan">
        <fieldset className="connect-choices">
          <legend>First scan and schedule</legend>
          {Object.entries(choices).map(([key, label]) => (
            <label key={key}>
              <input
                type="radio"
                name="first"
                checked={choice === key}
                onChange={() => setChoice(key as keyof typeof choices)}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <p className="muted small">
          To set other times, see <Link href="/scans?tab=schedules">Schedules</Link>.
        </p>
        <div className="row">
          <Button
            kind="primary"
            type="submit"
            isBusy={submitting.isBusy}
            disabled={refusal !== undefined}
            title={refusal}
          >
            Start scan
          </Button>
          <Link href="/providers" className="button">
            Not now
          </Link>
          {refusal && <span className="muted">{refusal}</span>}
        </div>
      </Form>
    </section>
  )
}
