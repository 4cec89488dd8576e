/** A new integration: first its type, then its fields. */
import { create } from '../api/client.ts'
import { refetch, useWhole } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Panel } from '../kit/panel.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { testConnection } from './connection.ts'
import { draftOf } from './draft.ts'
import { IntegrationForm } from './integration-form.tsx'
import { isType, type TypeName, typeNames, types } from './types.ts'

interface Props {
  /** The type in the URL. */
  readonly asked: string | undefined
  readonly onType: (type: TypeName | undefined) => void
  readonly onMade: (id: string) => void
  readonly onClose: () => void
}

export function NewIntegration({ asked, onType, onMade, onClose }: Props) {
  const type = isType(asked) ? asked : undefined
  const providers = useWhole<'providers'>('/providers', { sort: 'alias' })
  const { data, error } = providers
  return (
    <Panel title={type ? `New: ${types[type].name}` : 'New integration'} onClose={onClose}>
      <div className="tab-panel">
        {type === undefined && <TypeChoice onType={onType} />}
        {type && error && <Trouble error={error} retry={() => void providers.refetch()} />}
        {type && !data && !error && <Loading />}
        {type && data && (
          <>
            <p>
              {types[type].about}{' '}
              <button type="button" className="link" onClick={() => onType(undefined)}>
                Change type
              </button>
            </p>
            <IntegrationForm
              key={type}
              type={type}
              providers={data}
              takesFocus
              action="Save and test"
              onSubmit={async (typed, relationships) => {
                const made = await create<'integrations'>('/integrations', {
                  type: 'integrations',
                  attributes: { integration_type: type, ...draftOf(type, typed) },
                  ...(relationships && { relationships }),
                })
                if (!made) throw new Error('The API did not return the stored integration.')
                await refetch('/integrations')
                done('Integration saved. Testing the connection.')
                testConnection(made.id)
                onMade(made.id)
              }}
            />
          </>
        )}
      </div>
    </Panel>
  )
}

const TypeChoice = ({ onType }: Pick<Props, 'onType'>) => (
  <ul className="integration-types">
    {typeNames.map((name, at) => (
      <li key={name}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the panel was opened to choose */}
        <Button autoFocus={at === 0} onClick={() => onType(name)}>
          <b>{types[name].name}</b> <span>{types[name].about}</span>
        </Button>
      </li>
    ))}
  </ul>
)
