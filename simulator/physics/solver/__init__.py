"""What acts on each other brought to agree: joints and contacts, blows, bounces, heaps."""
