import { Code } from '../../kit/code.tsx'
import { isLink, metadataOf } from '../metadata.ts'
import type { Shown } from '../rows.ts'

export function Fix({ finding }: Shown) {
  const { fix, links } = metadataOf(finding)
  return (
    <>
      {fix.text ? (
        <p>{fix.text}</p>
      ) : (
        <p className="muted">No remediation instructions are available.</p>
      )}
      {fix.console && (
        <section>
          <h3>Console</h3>
          <ol className="steps">
            {fix.console.split('\n').map((step) => (
              <li key={step}>{step.replace(/^\d+\. /, '')}</li>
            ))}
          </ol>
        </section>
      )}
      {fix.cli && (
        <section>
          <h3>Command line</h3>
          <Code text={fix.cli} label="Command" />
        </section>
      )}
      {fix.terraform && (
        <section>
          <h3>Terraform</h3>
          <Code text={fix.terraform} label="Terraform" />
        </section>
      )}
      <section>
        <h3>Read more</h3>
        <ul>
          <li>
            <a href={`/api/v1/docs/checks/${finding.check_id}`} target="_blank" rel="noreferrer">
              How this check works
            </a>
          </li>
          {links.filter(isLink).map((link) => (
            <li key={link} className="link">
              <a href={link} target="_blank" rel="noreferrer">
                {link}
              </a>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
