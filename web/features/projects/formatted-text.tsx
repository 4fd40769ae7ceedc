import styled from '@emotion/styled'
import DOMPurify from 'dompurify'
import { createElement, useMemo, type ReactNode } from 'react'
import { textSize, token } from '#web/theme/tokens.ts'

const ALLOWED_TAGS = ['b', 'strong', 'i', 'em', 'u', 'p', 'br', 'ul', 'ol', 'li', 'h3', 'h4', 'a']
const ALLOWED_ADDRESS = /^(?:https?:\/\/|mailto:|\/(?!\/))/i

/** Rebuilt as React elements, so no HTML string ever reaches the page. */
export function FormattedText({ html }: { html: string }) {
  const content = useMemo(() => htmlToElements(html), [html])
  return <Prose>{content}</Prose>
}

function htmlToElements(html: string): ReactNode[] {
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS,
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: ALLOWED_ADDRESS,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
  return childrenOf(fragment)
}

function childrenOf(parent: Node): ReactNode[] {
  return [...parent.childNodes].map((node, at) => {
    if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? node.textContent : null
    const tag = node.localName
    if (tag === 'br') return <br key={at} />
    if (!ALLOWED_TAGS.includes(tag)) return null
    return createElement(tag, { key: at, ...linkOf(node) }, ...childrenOf(node))
  })
}

function linkOf(node: Element) {
  const href = node.localName === 'a' ? node.getAttribute('href') : null
  return href && ALLOWED_ADDRESS.test(href) ? { href, target: '_blank', rel: 'noopener noreferrer nofollow' } : {}
}

const Prose = styled.div({
  overflowWrap: 'anywhere',
  '& > * + *': { marginTop: 8 },
  '& ul': { listStyle: 'disc', paddingLeft: 20 },
  '& ol': { listStyle: 'decimal', paddingLeft: 20 },
  '& h3, & h4': textSize.heading,
  '& b, & strong': { fontWeight: 600 },
  '& a[href]': { color: token.primary, textDecoration: 'underline', textUnderlineOffset: 2 },
})
