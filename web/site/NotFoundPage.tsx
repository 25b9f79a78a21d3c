// Page for unknown URLs: answers 404, inside the layout.
export function loader(): never {
  throw new Response(null, { status: 404, statusText: 'Not Found' });
}

export default function NotFoundPage() {
  return null;
}
