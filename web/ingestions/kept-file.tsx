/** The file of an import that failed for a reason outside of the file: read it again, or delete it. */
import { useState } from 'react'
import { create, destroy } from '../api/client.ts'
import { refetch } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Confirm } from '../kit/dialog.tsx'
import { done, failed } from '../kit/toast.tsx'
import { unless, useMe } from '../session/me.tsx'

export function KeptFile({ id }: { readonly id: string }) {
  const [isBusy, setBusy] = useState(false)
  const [asks, setAsks] = useState(false)
  const reason = unless(useMe(), 'manage_ingestions')
  const retry = (): void => {
    setBusy(true)
    create(`/ingestions/${id}/retry`)
      .then(() => refetch('/ingestions', '/scans', '/tasks'))
      .then(() => done('Import queued.'))
      .catch(failed)
      .finally(() => setBusy(false))
  }
  const remove = async (): Promise<void> => {
    await destroy(`/ingestions/${id}/file`)
    setAsks(false)
    done('File deleted.')
    await refetch('/ingestions')
  }
  return (
    <section>
      <h3>File</h3>
      <p>The server could not finish this import. The file is kept until you retry or delete it.</p>
      <div className="row">
        <Button icon="refresh" isBusy={isBusy} disabledBecause={reason} onClick={retry}>
          Retry import
        </Button>
        <Button kind="danger" disabledBecause={reason} onClick={() => setAsks(true)}>
          Delete file
        </Button>
      </div>
      {asks && (
        <Confirm
          title="Delete this file?"
          onClose={() => setAsks(false)}
          action="Delete file"
          onConfirm={remove}
        >
          <p>Findings that were recorded are kept. To import the others, upload the file again.</p>
        </Confirm>
      )}
    </section>
  )
}
