import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { Row } from '../../api/documents.ts'
import { useKindName } from '../../api/provider-kinds.ts'
import { search } from '../../api/query.ts'
import { Code } from '../../kit/code.tsx'
import { Time } from '../../kit/time.tsx'
import { counted } from '../../kit/words.ts'
import { evidenceOf } from '../evidence.ts'
import { metadataOf } from '../metadata.ts'
import type { Shown } from '../rows.ts'

interface Props extends Shown {
  readonly scan: Row<'scans'> | undefined
  readonly provider: Row<'providers'> | undefined
  readonly isEvidenceAsked: boolean
}

export function Summary({ finding, resource, scan, provider, isEvidenceAsked }: Props) {
  const kindName = useKindName()
  const { description, risk, decision } = metadataOf(finding)
  return (
    <>
      <p className="said">{finding.status_extended}</p>
      {finding.muted && finding.muted_reason && (
        <p className="muted said">Muted: {finding.muted_reason}</p>
      )}
      <dl className="facts">
        <Fact title="Account">
          {provider && (
            <>
              {kindName(provider.provider)}{' '}
              <Link href={`/providers${search({ open: provider.id })}`}>
                {provider.alias || provider.uid}
              </Link>
              {provider.alias && <span className="mono muted"> {provider.uid}</span>}
            </>
          )}
        </Fact>
        <Fact title="Resource">
          {resource && (
            <>
              <Link href={`/resources${search({ open: resource.id })}`} className="mono">
                {resource.uid}
              </Link>
            </>
          )}
        </Fact>
        <Fact title="Region">{resource?.region}</Fact>
        <Fact title="Type">{resource?.type}</Fact>
        <Fact title="Tags">
          {resource && Object.keys(resource.tags).length > 0 && <Tags tags={resource.tags} />}
        </Fact>
        <Fact title="Check">
          <Link
            href={`/findings${search({ group: 'none', 'filter[check_id]': finding.check_id })}`}
            className="mono"
          >
            {finding.check_id}
          </Link>
        </Fact>
        <Fact title="First seen">
          {finding.first_seen_at && <Time at={finding.first_seen_at} />}
        </Fact>
        <Fact title="Last seen">
          {scan?.completed_at ? <Time at={scan.completed_at} /> : <Time at={finding.updated_at} />}
        </Fact>
        <Fact title="Finding UID">
          <span className="mono">{finding.uid}</span>
        </Fact>
      </dl>
      <Evidence raw={finding.raw_result} isAsked={isEvidenceAsked} />
      {[
        ['What this check reads', description],
        ['Why it matters', risk],
        ['Result criteria', decision],
      ].map(
        ([title, text]) =>
          text && (
            <section key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </section>
          ),
      )}
    </>
  )
}

const Fact = ({ title, children }: { readonly title: string; readonly children: ReactNode }) =>
  children ? (
    <>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </>
  ) : null

const Tags = ({ tags }: { readonly tags: Row<'resources'>['tags'] }) => (
  <ul className="tags">
    {Object.entries(tags).map(([name, value]) => (
      <li key={name} className="mono small">
        <bdi>{name}</bdi>=<bdi>{value}</bdi>
      </li>
    ))}
  </ul>
)

/** The evidence by field, and all of it as JSON below. */
function Evidence({ raw, isAsked }: { readonly raw: unknown; readonly isAsked: boolean }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isAsked) title.current?.focus()
  }, [isAsked])
  const { values, more } = evidenceOf(raw)
  if (values.length === 0) return null
  return (
    <section>
      <h3 ref={title} id="evidence" tabIndex={-1}>
        Evidence
      </h3>
      <dl className="facts evidence" aria-labelledby="evidence">
        {values.map(({ path, text }) => (
          <Fact key={path} title={path}>
            <span className="mono">{text}</span>
          </Fact>
        ))}
      </dl>
      <details>
        <summary>
          {more > 0 ? `All evidence, including ${counted(more, 'more value')}` : 'Raw JSON'}
        </summary>
        <Code text={JSON.stringify(raw, null, 2)} label="Evidence as JSON" />
      </details>
    </section>
  )
}
