/** The current result of a condition: whether the rule would fire, and for which findings. Nothing is saved or sent. */
import { Link } from 'wouter'
import type { Row } from '../api/documents.ts'
import { SeverityMark, Tag } from '../kit/marks.tsx'
import { counted } from '../kit/words.ts'
import type { Names } from './sentences.ts'

interface Props {
  readonly preview: Row<'alert-rule-previews'>
  /** Names of accounts, by id. */
  readonly names: Names
  /** True if the condition was changed after the preview. */
  readonly isOld: boolean
}

export function PreviewResult({ preview, names, isOld }: Props) {
  const { fires, counts, findings, provider_ids } = preview
  const held = counts.filter(({ holds }) => holds).length
  return (
    <div className={isOld ? 'alert-preview is-old' : 'alert-preview'}>
      <p>
        <Tag kind={fires ? 'bad' : 'good'}>{fires ? 'Would fire' : 'Would not fire'}</Tag>{' '}
        {isOld ? 'The condition has changed. Preview it again. ' : ''}
        {held} of {counted(counts.length, 'condition')} {held === 1 ? 'is' : 'are'} met now.
      </p>
      {findings.length > 0 && (
        <>
          <h3>
            {findings.length < 10
              ? counted(findings.length, 'matching finding')
              : `First ${findings.length} matching findings`}
          </h3>
          <ul className="alert-findings">
            {findings.map((one) => (
              <li key={one.id}>
                <SeverityMark severity={one.severity} />
                <Link href={`/findings?group=none&open=${one.id}`}>
                  {one.resource_name || one.resource_uid || one.uid}
                </Link>
                <span className="muted">
                  {one.check_id} · {names.get(one.provider_id) ?? 'an account'}
                  {one.region && ` · ${one.region}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {provider_ids.length > 0 && (
        <>
          <h3>{counted(provider_ids.length, 'account')} with a lost connection</h3>
          <ul className="alert-findings">
            {provider_ids.map((id) => (
              <li key={id}>
                <Link href={`/providers?open=${id}`}>{names.get(id) ?? id}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {fires && findings.length === 0 && provider_ids.length === 0 && (
        <p className="muted">
          No findings match. The condition is met because findings are absent.
        </p>
      )}
    </div>
  )
}
