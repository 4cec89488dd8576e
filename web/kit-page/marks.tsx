import { Code } from '../kit/code.tsx'
import { ConnectionMark } from '../kit/connection-mark.tsx'
import { Elapsed } from '../kit/elapsed.tsx'
import { severities, SeverityMark, StatusMark, Tag } from '../kit/marks.tsx'
import { duration, Time } from '../kit/time.tsx'
import { before } from './samples.ts'
import { Example } from './section.tsx'

const policy = `{
  "Version": "2012-10-17",
  "Statement": [{ "Effect": "Allow", "Action": "s3:GetEncryptionConfiguration", "Resource": "*" }]
}`
const startedAt = Date.parse(before(73))

export const Marks = () => (
  <>
    <Example title="Severity">
      <ul className="stack">
        {severities.map((severity) => (
          <li key={severity}>
            <SeverityMark severity={severity} />
          </li>
        ))}
      </ul>
    </Example>
    <Example title="Status">
      <ul className="stack">
        {(['FAIL', 'PASS', 'MANUAL'] as const).map((status) => (
          <li key={status}>
            <StatusMark status={status} />
          </li>
        ))}
        <li>
          <StatusMark status="PASS" attestedDays={12} />
        </li>
      </ul>
    </Example>
    <Example title="Connection">
      <ul className="stack">
        {[true, false, null].map((connected) => (
          <li key={String(connected)}>
            <ConnectionMark connected={connected} />
          </li>
        ))}
      </ul>
    </Example>
    <Example title="Delta and tags">
      <div className="row">
        <Tag kind="bad">New</Tag>
        <Tag>Changed</Tag>
        <Tag kind="partial">Partial</Tag>
        <Tag kind="muted">Muted</Tag>
        <Tag kind="good">Verified</Tag>
        <Tag kind="bad">2 unknown</Tag>
      </div>
    </Example>
    <Example title="Time, with the absolute time on hover">
      <dl className="facts">
        <dt>Started</dt>
        <dd>
          <Time at={before(73)} />
        </dd>
        <dt>Last scan</dt>
        <dd>
          <Time at={before(3 * 86_400)} />
        </dd>
        <dt>Next scan</dt>
        <dd>
          <Time at={before(-2 * 3_600 - 60)} />
        </dd>
        <dt>Last used</dt>
        <dd>
          <Time at={null} />
        </dd>
        <dt>Running for</dt>
        <dd>
          <Elapsed since={startedAt} />
        </dd>
        <dt>Duration</dt>
        <dd>{duration(3_840)}</dd>
      </dl>
    </Example>
    <Example title="Progress">
      <div className="bar">
        <i style={{ transform: 'scaleX(0.42)' }} />
      </div>
      <p className="muted">
        <span className="mono">1,512</span> of <span className="mono">3,600</span> checks
      </p>
    </Example>
    <Example title="Text">
      <div className="stack">
        <h1>Heading 1</h1>
        <h2>Heading 2</h2>
        <h3>Heading 3</h3>
        <p>The bucket has no default encryption, so new objects can be stored unencrypted.</p>
        <p className="muted small">Evaluated 4 minutes ago.</p>
        <p className="error">Choose a provider.</p>
      </div>
    </Example>
    <Example title="Code to copy">
      <Code text="arn:aws:s3:::customer-invoices" label="UID" />
      <Code text={policy} label="Policy" />
    </Example>
  </>
)
