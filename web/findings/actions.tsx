/** Actions on findings, in one table for keys, command palette, selection bar and the panel’s menu. */
import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import type { Row } from '../api/documents.ts'
import { search } from '../api/query.ts'
import { copied } from '../kit/clipboard.ts'
import type { MenuItem } from '../kit/menu.tsx'
import { type Shortcut, useShortcuts } from '../kit/shortcuts.ts'
import { done, failed } from '../kit/toast.tsx'
import type { UsedView, View } from '../kit/view.ts'
import { unless, useMe } from '../session/me.tsx'
import { type Chosen, heldFinding, type Selection, type Whole } from './chosen.ts'
import { MuteDialog } from './mute-dialog.tsx'
import { RecheckDialog } from './recheck-dialog.tsx'
import { type Form, formTitles, groupFilterOf, groupings } from './grouping.ts'
import { TriageDialog } from './triage-dialog.tsx'
import { readyViews } from './views.ts'
import { lazily } from '../kit/lazily.tsx'

const SendDialog = lazily(() => import('./send-dialog.tsx'))
const WholeDialog = lazily(() => import('./whole-dialog.tsx'))

const notOfAll =
  'Select individual findings for this action. Only Triage and Mute work on all matching findings.'

const dialogs = {
  triage: TriageDialog,
  mute: MuteDialog,
  recheck: RecheckDialog,
  send: SendDialog,
} as const
type Kind = keyof typeof dialogs

interface Context {
  readonly selection: Selection
  /** The line under the cursor. */
  readonly current: string | undefined
  /** The finding in the panel. */
  readonly opened: string | undefined
  readonly group: Form
  /** The number of findings in the view. */
  readonly matching: number | undefined
  readonly view: View
  readonly set: UsedView['set']
  readonly onEvidence: (id: string) => void
}

export type Action = Shortcut & { readonly icon: MenuItem['icon'] & string }

export interface Actions {
  readonly ofFindings: readonly Action[]
  /** The same on this finding alone, also while others are selected. */
  readonly ofFinding: (finding: Row<'findings'>) => readonly Action[]
  readonly dialog: React.ReactNode
}

export function useActions(context: Context): Actions {
  const { selection, current, opened, group, matching, view, set, onEvidence } = context
  const [, go] = useLocation()
  const [asked, setAsked] = useState<{
    readonly kind: Kind
    readonly findings: readonly Chosen[]
  } | null>(null)
  const [askedWhole, setAskedWhole] = useState<{
    readonly kind: 'triage' | 'mute'
    readonly whole: Whole
  } | null>(null)
  const me = useMe()
  const why = unless(me, 'manage_scans')
  const whyNotSend = unless(me, 'manage_integrations')

  /** The findings of the selection, else of the panel, else of the line under the cursor. */
  const targets = async (): Promise<readonly Chosen[]> => {
    if (selection.chosen.size > 0) return [...selection.chosen.values()]
    const id = opened ?? current
    if (id === undefined) return []
    if (groupFilterOf(id)) return selection.group(id)
    const row: Row<'findings'> | undefined = heldFinding(id)
    return row ? [row] : []
  }
  const begin = (kind: Kind) => (): void => {
    const { whole } = selection
    if (whole && (kind === 'triage' || kind === 'mute')) return setAskedWhole({ kind, whole })
    if (whole) return failed(new Error(notOfAll))
    targets().then((findings) => findings.length > 0 && setAsked({ kind, findings }), failed)
  }
  const one = opened ?? (current !== undefined && !groupFilterOf(current) ? current : undefined)
  const copyLink = (id: string | undefined): void => {
    if (id === undefined) return
    const address = `${location.origin}/findings${search({ open: id })}`
    copied(address).then(() => done('Link copied.'), failed)
  }
  const whyNotAll = selection.whole ? notOfAll : undefined
  const actions = (run: typeof begin, whyNot?: string): readonly Action[] => [
    { keys: 't', label: 'Triage', icon: 'check', run: run('triage'), disabledBecause: why },
    { keys: 'm', label: 'Mute', icon: 'mutes', run: run('mute'), disabledBecause: why },
    {
      keys: 'r',
      label: 'Re-check',
      icon: 'refresh',
      run: run('recheck'),
      disabledBecause: why ?? whyNot,
    },
    {
      keys: 'i',
      label: 'Send to a tracker',
      icon: 'integrations',
      run: run('send'),
      disabledBecause: whyNotSend ?? whyNot,
    },
  ]
  const ofFindings = actions(begin, whyNotAll)
  useShortcuts('Findings', [
    ...ofFindings,
    { keys: 'c', label: 'Copy link', run: () => copyLink(one) },
    { keys: 'e', label: 'Evidence', run: () => one !== undefined && onEvidence(one) },
    {
      keys: 'Mod+a',
      label: 'Select all matching findings',
      run: () => void selection.all(matching).catch(failed),
    },
    ...(selection.isEmpty
      ? []
      : [{ keys: 'Escape', label: 'Clear the selection', run: selection.clear }]),
    {
      keys: 'v g',
      label: group === 'none' ? 'Group by check' : 'Show ungrouped',
      run: () => set({ group: group === 'none' ? 'check' : 'none', sort: undefined }),
    },
    ...groupings
      .filter((one) => one !== 'check')
      .map((one) => ({
        keys: `v ${one[0]}`,
        label: `Show ${formTitles[one].toLowerCase()}`,
        run: () => set({ group: one, sort: undefined }),
      })),
    ...readyViews.map(({ title, filters }, index) => ({
      keys: `v ${index + 1}`,
      label: `View: ${title}`,
      run: () => go(`/findings${search({ ...filters, group: view['group'] ?? group })}`),
    })),
  ])
  const Asked = asked && dialogs[asked.kind]
  return {
    ofFindings,
    ofFinding: (finding) => [
      ...actions((kind) => () => setAsked({ kind, findings: [finding] })),
      { keys: 'c', label: 'Copy link', icon: 'copy', run: () => copyLink(finding.id) },
    ],
    dialog: (
      <Suspense>
        {Asked && (
          <Asked
            findings={asked.findings}
            onClose={() => setAsked(null)}
            onDecided={selection.settle}
          />
        )}
        {askedWhole && <WholeDialog {...askedWhole} onClose={() => setAskedWhole(null)} />}
      </Suspense>
    ),
  }
}
