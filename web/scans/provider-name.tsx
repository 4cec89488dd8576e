import { Link } from 'wouter'
import type { Row } from '../api/documents.ts'

/** A provider as a link to it. */
export const ProviderLink = ({ provider }: { readonly provider: Row<'providers'> | undefined }) =>
  provider ? (
    <Link href={`/providers?open=${provider.id}`} title={provider.uid}>
      {provider.alias ?? provider.uid}
    </Link>
  ) : null
