import { useLayoutEffect, useRef } from 'react'
import { pagePart } from '#web/ui/on-demand.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import type { ChipsBoxProps } from './chips-box.tsx'

/** Several e-mail addresses as chips. Fetched when it is shown, for its offers weigh 8 kB; what is typed until then, it goes on with. */
export const ChipsInput = pagePart<ChipsBoxProps>(
  () => import('./chips-box.tsx').then((part) => part.ChipsBox),
  TypedOnly,
)

/** Takes letters behind what is finished, and finishes none. */
function TypedOnly({ values, text, onText, placeholder }: ChipsBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const here = input.current
    return () => {
      if (here && document.activeElement === here) queueMicrotask(() => takeUp(here.id))
    }
  }, [])
  const finished = values.map((value) => `${value}, `).join('')
  return (
    <TextInput
      ref={input}
      value={finished + text}
      placeholder={placeholder}
      onChange={({ target: { value } }) => value.startsWith(finished) && onText(value.slice(finished.length))}
    />
  )
}

/** Whoever is typing goes on in the field that took this one's place, behind what they typed. */
function takeUp(id: string) {
  const next = document.getElementById(id)
  if (!(next instanceof HTMLInputElement)) return
  next.focus()
  next.setSelectionRange(next.value.length, next.value.length)
}
