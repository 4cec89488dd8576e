import type { Row } from '../../api/documents.ts'
import { unless, useMe } from '../../session/me.tsx'
import { Attestation } from './history.tsx'
import { TriageForm } from '../triage-dialog.tsx'
import { Notes } from './notes.tsx'

export function Triage({ finding }: { readonly finding: Row<'findings'> }) {
  const why = unless(useMe(), 'manage_scans')
  return (
    <>
      <Attestation finding={finding} />
      <section>
        <h3>Decide</h3>
        {why ? <p className="muted">{why}</p> : <TriageForm findings={[finding]} />}
      </section>
      <section>
        <h3>Notes</h3>
        <Notes findingId={finding.id} />
      </section>
    </>
  )
}
