/** The menu of saved views, the user’s own and shared ones, with actions to save, rename, share and delete them. */
import { useState } from 'react'
import { useLocation } from 'wouter'
import { Menu, type MenuItem } from '../kit/menu.tsx'
import type { View } from '../kit/view.ts'
import { useMe } from '../session/me.tsx'
import { ManageViews, SaveView } from './saved-view-dialogs.tsx'
import { addressOf, isShown, ownerOf, useSavedViews } from './saved.ts'

export function SavedViews({ view }: { readonly view: View }) {
  const [isWanted, setWanted] = useState(false)
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const { user } = useMe()
  const [, go] = useLocation()
  const { data, error } = useSavedViews(isWanted)
  const views = data?.rows ?? []
  const close = (): void => setDialog(null)
  const items: readonly MenuItem[] = [
    { label: 'Save this view …', icon: 'plus', onSelect: () => setDialog('save') },
    ...(error
      ? [{ label: 'Saved views', onSelect: () => {}, disabledBecause: error.message }]
      : []),
    ...views.map((one) => ({
      label: one.name,
      isChecked: isShown(one, view),
      onSelect: () => go(addressOf(one)),
      ...noteOf(
        one.is_shared,
        ownerOf(one) === user.id ? null : data?.included.of('users', one, 'owner')?.name,
      ),
    })),
    ...(views.some((one) => ownerOf(one) === user.id)
      ? [
          {
            label: 'Edit or delete …',
            icon: 'more' as const,
            onSelect: () => setDialog('manage'),
          },
        ]
      : []),
  ]
  return (
    <>
      <Menu label="Saved views" items={items} onOpen={() => setWanted(true)}>
        Saved views
      </Menu>
      {dialog === 'save' && <SaveView view={view} onClose={close} />}
      {dialog === 'manage' && (
        <ManageViews
          views={views.filter((one) => ownerOf(one) === user.id)}
          view={view}
          onClose={close}
        />
      )}
    </>
  )
}

/** `owner` is null for the user’s own view, and undefined if the name is unknown. */
function noteOf(isShared: boolean, owner: string | null | undefined): Pick<MenuItem, 'note'> {
  if (owner !== null) return { note: owner ? `by ${owner}` : 'by another member' }
  return isShared ? { note: 'shared' } : {}
}
