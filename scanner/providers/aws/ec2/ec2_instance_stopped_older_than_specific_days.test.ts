import { given, verify } from '../../../kit/verify.ts'
import check from './ec2_instance_stopped_older_than_specific_days.ts'
import { instance } from './worlds.ts'

const stopped = (stopped_at: string | null) => instance({ state: 'stopped', stopped_at })
const days = (max_ec2_instance_stopped_days: number) => ({
  config: { max_ec2_instance_stopped_days },
})

verify(check, {
  pass: [
    stopped('2026-01-14T12:00:00Z'),
    stopped('2025-12-16T12:00:00Z'),
    given(stopped('2025-11-01T12:00:00Z'), days(90)),
  ],
  fail: [stopped('2025-12-15T12:00:00Z'), given(stopped('2026-01-13T12:00:00Z'), days(1))],
  manual: [stopped(null)],
  none: [instance(), instance({ state: 'stopping' })],
})
