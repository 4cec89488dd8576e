/** Times: relative to now in the text, absolute in local time and UTC on hover. */
import { ago } from './ago.ts'

export { ago, duration } from './ago.ts'

const absolute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

export const Time = ({ at }: { readonly at: string | null }) =>
  at === null ? (
    <span className="muted">never</span>
  ) : (
    <time dateTime={at} title={`${absolute.format(new Date(at))} (${at})`}>
      {ago(at)}
    </time>
  )
