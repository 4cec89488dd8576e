import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from './icons.tsx'

type Native = Omit<ComponentProps<'button'>, 'type'>

interface ButtonProps extends Native {
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger'
  readonly icon?: IconName
  /** While busy, the button ignores further presses and shows its state. */
  readonly isBusy?: boolean
  /** The reason why the button is disabled. It can still be focused, so that screen readers announce the reason. */
  readonly disabledBecause?: string | undefined
  readonly type?: 'button' | 'submit'
  readonly children?: ReactNode
}

export function Button({
  kind = 'plain',
  icon,
  isBusy,
  disabledBecause,
  type = 'button',
  children,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`button ${kind} ${className ?? ''}`}
      aria-busy={isBusy || undefined}
      title={disabledBecause ?? rest.title}
      aria-disabled={isBusy || disabledBecause !== undefined || rest['aria-disabled']}
      onClick={isBusy || disabledBecause ? (event) => event.preventDefault() : rest.onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<Native, 'disabled'> {
  readonly icon: IconName
  /** The action: announced by screen readers, and shown on hover. */
  readonly label: string
  /** As for `Button`: the disabled button keeps the focus. */
  readonly disabledBecause?: string | undefined
}

export const IconButton = ({
  icon,
  label,
  disabledBecause,
  className,
  ...rest
}: IconButtonProps) => (
  <button
    {...rest}
    type="button"
    className={`button quiet only-icon ${className ?? ''}`}
    aria-label={label}
    title={disabledBecause ?? label}
    aria-disabled={disabledBecause !== undefined || rest['aria-disabled']}
    onClick={disabledBecause ? (event) => event.preventDefault() : rest.onClick}
  >
    <Icon name={icon} />
  </button>
)
