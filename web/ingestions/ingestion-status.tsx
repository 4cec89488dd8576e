import type { Row } from '../api/documents.ts'
import { Tag } from '../kit/marks.tsx'
import { words } from '../kit/words.ts'

type Status = Row<'ingestions'>['status']

export const IngestionStatus = ({ status }: { readonly status: Status }) =>
  status === 'failed' ? <Tag kind="bad">Failed</Tag> : <Tag>{words(status)}</Tag>
