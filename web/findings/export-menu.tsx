/** Exports all findings of the view as a file. */
import { useState } from 'react'
import { download } from '../api/client.ts'
import type { Query } from '../api/query.ts'
import { daysFromNow } from '../kit/days.ts'
import { Menu } from '../kit/menu.tsx'
import { save } from '../kit/save.ts'
import { done, failed } from '../kit/toast.tsx'
import { pathsOf } from './paths.ts'

const formats = [
  { label: 'CSV', type: 'text/csv', extension: 'csv' },
  { label: 'JSON lines', type: 'application/x-ndjson', extension: 'jsonl' },
  { label: 'OCSF', type: 'application/vnd.ocsf+json', extension: 'ocsf.json' },
] as const

const fileName = (extension: string): string => `findings-${daysFromNow(0)}.${extension}`

export function ExportMenu({ query }: { readonly query: Query }) {
  const [isBusy, setBusy] = useState(false)
  const write = async ({ label, type, extension }: (typeof formats)[number]): Promise<void> => {
    setBusy(true)
    try {
      save(await download(pathsOf(query).findings, query, type), fileName(extension))
      done(`Saved as ${label}.`)
    } catch (error) {
      failed(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Menu
      label="Export"
      icon="export"
      items={formats.map((format) => ({
        label: `${format.label} of this view`,
        ...(isBusy && { disabledBecause: 'Another export is in progress.' }),
        onSelect: () => void write(format),
      }))}
    >
      Export
    </Menu>
  )
}
