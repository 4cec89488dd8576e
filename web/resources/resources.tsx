/** Current resources and their failing findings, with a panel for one of them. */
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { download } from '../api/client.ts'
import { usePaged } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { List } from '../kit/list.tsx'
import { save } from '../kit/save.ts'
import { Empty } from '../kit/states.tsx'
import { failed } from '../kit/toast.tsx'
import { useView } from '../kit/view.ts'
import { counted } from '../kit/words.ts'
import { columns } from './columns.tsx'
import { ResourceFilters } from './resource-filters.tsx'
import { ResourcePanel } from './resource-panel.tsx'
import './resources.css'

const path = '/resources/latest'
const order = '-failed_findings_count'

export default function Resources() {
  const { view, query, set } = useView()
  const asked = useMemo(() => ({ sort: order, ...query, include: 'provider' }), [query])
  const resources = usePaged<'resources'>(path, asked)
  const [isSaving, setSaving] = useState(false)
  const exported = (): void => {
    setSaving(true)
    download(path, query, 'text/csv')
      .then((file) => save(file, 'resources.csv'), failed)
      .finally(() => setSaving(false))
  }
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>Resources</h1>
        <p className="muted" role="status">
          {resources.count === undefined ? '' : counted(resources.count, 'resource')}
        </p>
        <Button icon="export" isBusy={isSaving} onClick={exported}>
          Export CSV
        </Button>
      </header>
      <ResourceFilters view={view} set={set} />
      <div className="split">
        <div>
          <List
            label="Resources"
            columns={columns}
            rows={resources}
            sort={order}
            empty={
              <Empty
                icon="resources"
                title="No resources yet"
                action={<Link href="/">Go to the next step</Link>}
              >
                After a scan, this page lists resources such as buckets, keys and instances with
                their failed findings.
              </Empty>
            }
          />
        </div>
        {view['open'] && (
          <ResourcePanel
            key={view['open']}
            id={view['open']}
            onClose={() => set({ open: undefined, tab: undefined })}
          />
        )}
      </div>
    </div>
  )
}
